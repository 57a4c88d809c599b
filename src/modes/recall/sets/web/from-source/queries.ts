import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { PointsOfSource } from '../../protocol.ts';

export function pointsOfSourceQuery(sourceId: string) {
  return queryOptions({
    queryKey: ['recall-points-of-source', sourceId],
    queryFn: async () => (await api<PointsOfSource>('GET', `/api/recall/sources/${sourceId}/points`)).sets,
    // Points are added and deleted on other pages.
    staleTime: 0,
  });
}
