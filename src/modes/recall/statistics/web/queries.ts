import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { PastSessions } from '../../reviews/protocol.ts';
import { STATISTICS_KEY } from '../../sets/web/queries.ts';
import type { PointStatistics, SetStatistics, Statistics } from '../protocol.ts';

/** Statistics are fetched on every visit: a session can have ended since. */
const staleTime = 0;

export const statisticsQuery = queryOptions({
  queryKey: [STATISTICS_KEY],
  queryFn: () => api<Statistics>('GET', '/api/recall/statistics'),
  staleTime,
});

export function setStatisticsQuery(setId: string) {
  return queryOptions({
    queryKey: [STATISTICS_KEY, 'set', setId],
    queryFn: () => api<SetStatistics>('GET', `/api/recall/sets/${setId}/statistics`),
    staleTime,
  });
}

export function pointStatisticsQuery(pointId: string) {
  return queryOptions({
    queryKey: [STATISTICS_KEY, 'point', pointId],
    queryFn: () => api<PointStatistics>('GET', `/api/recall/points/${pointId}/statistics`),
    staleTime,
  });
}

export function pastSessionsQuery(setId: string) {
  return infiniteQueryOptions({
    queryKey: [STATISTICS_KEY, 'sessions', setId],
    queryFn: ({ pageParam }) => api<PastSessions>('GET', `/api/recall/sets/${setId}/sessions${pageParam}`),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === null ? null : `?before=${encodeURIComponent(next)}`),
    staleTime,
  });
}
