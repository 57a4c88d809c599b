import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { SourceFilter } from '../../storage/protocol.ts';
import { LIBRARY_KEY, queryText } from '../../storage/web/library-query.ts';
import type { SearchAnswer } from '../protocol.ts';

/**
 * Not under the library's key: otherwise each change during reading would search again and move the results while the
 * person reads them.
 */
export const SEARCH_KEY = 'library-search';

/** Reloads the library and the search results. */
export async function refreshLibrary(queries: QueryClient): Promise<void> {
  await Promise.all([LIBRARY_KEY, SEARCH_KEY].map((key) => queries.invalidateQueries({ queryKey: [key] })));
}

const MAX_HITS = 50;

export interface Wanted {
  readonly filter: SourceFilter;
  readonly words: string;
}

export function searchKeyOf({ filter, words }: Wanted): string {
  return JSON.stringify([filter, words]);
}

export function searchQuery({ filter, words }: Wanted, by: 'words' | 'both') {
  return queryOptions({
    queryKey: [SEARCH_KEY, filter, words, by],
    queryFn: () =>
      api<SearchAnswer>('GET', `/api/library/search${queryText({ ...filter, q: words, by, limit: MAX_HITS })}`),
    enabled: words !== '',
  });
}
