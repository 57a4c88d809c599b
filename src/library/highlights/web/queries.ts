import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import { LIBRARY_KEY, queryText } from '../../storage/web/library-query.ts';
import type { Highlight, HighlightList } from '../protocol.ts';

export function sourceHighlightsQuery(sourceId: string) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'highlights-of', sourceId],
    queryFn: async () =>
      (await api<{ highlights: readonly Highlight[] }>('GET', `/api/library/sources/${sourceId}/highlights`))
        .highlights,
  });
}

/** Pages of all highlights that contain the given words, newest first. */
export function highlightsQuery(words: string) {
  const q = words.trim() === '' ? undefined : words;
  return infiniteQueryOptions({
    queryKey: [LIBRARY_KEY, 'highlights', words],
    queryFn: ({ pageParam: after }) => api<HighlightList>('GET', `/api/library/highlights${queryText({ q, after })}`),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  });
}
