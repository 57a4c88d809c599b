import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { SourceFilter, SourceSort } from '../../storage/protocol.ts';
import { LIBRARY_KEY } from '../../storage/web/library-query.ts';
import { queryText } from '../../storage/web/library-query.ts';
import type { LibraryOverview, SourceDetail, SourceList } from '../protocol.ts';

export function readOverview(): Promise<LibraryOverview> {
  return api<LibraryOverview>('GET', '/api/library');
}

export const overviewQuery = queryOptions({ queryKey: [LIBRARY_KEY, 'overview'], queryFn: readOverview });

const PAGE = 100;

/** Pages of a list. */
export function sourcesQuery(filter: SourceFilter, sort: SourceSort) {
  return infiniteQueryOptions({
    queryKey: [LIBRARY_KEY, 'sources', filter, sort],
    queryFn: ({ pageParam: after }) =>
      api<SourceList>(
        'GET',
        `/api/library/sources${queryText({ ...filter, ...(sort !== 'newest' && { sort }), after, limit: PAGE })}`,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  });
}

export function sourceQuery(sourceId: string) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'source', sourceId],
    queryFn: () => api<SourceDetail>('GET', `/api/library/sources/${sourceId}`),
  });
}
