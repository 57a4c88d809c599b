import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { WaitingPoints } from '../protocol.ts';

/** The points that wait for a decision. */
export const waitingQuery = queryOptions({
  queryKey: ['recall-proposals'],
  queryFn: async () => (await api<WaitingPoints>('GET', '/api/recall/proposals')).points,
  staleTime: 0,
});
