import { queryOptions } from '@tanstack/react-query';

import { api } from '#session/web/api.ts';

import type { ProposedPoints } from '../../protocol.ts';

/** Asked once after each stay, however often it is looked at: a model may have to write it. */
export function proposalsQuery(holeId: string, visits: number) {
  return queryOptions({
    queryKey: ['rabbithole-proposals', holeId, visits],
    queryFn: () => api<ProposedPoints>('POST', `/api/rabbitholes/${holeId}/proposals`),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}
