import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { SEARCH_KEY } from '../search/web/queries.ts';

/** Searches again once the last source was read for meaning: until then an answer stays as it is. */
export function useSearchAgain(waitingSources: number): void {
  const queries = useQueryClient();
  const before = useRef(waitingSources);
  useEffect(() => {
    if (before.current > 0 && waitingSources === 0) void queries.invalidateQueries({ queryKey: [SEARCH_KEY] });
    before.current = waitingSources;
  }, [queries, waitingSources]);
}
