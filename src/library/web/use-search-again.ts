import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { SEARCH_KEY } from '../search/web/queries.ts';
import type { LibraryOverview } from '../sources/protocol.ts';

/**
 * Searches again once all that is new was read for meaning: until then an answer stays as it is. A page may miss the
 * time in which something waits, so it compares what was read, and with which model.
 */
export function useSearchAgain(meaning: LibraryOverview['meaning'] | undefined): void {
  const queries = useQueryClient();
  const before = useRef<string>(undefined);
  const state = meaning && (meaning.waitingSources > 0 ? 'waiting' : `${meaning.model} ${meaning.done}`);
  useEffect(() => {
    if (state === undefined || state === before.current) return;
    if (before.current !== undefined && state !== 'waiting') void queries.invalidateQueries({ queryKey: [SEARCH_KEY] });
    before.current = state;
  }, [queries, state]);
}
