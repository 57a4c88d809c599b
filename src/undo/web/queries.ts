import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { LastAction, RecentActions, UndoAnswer } from '../protocol.ts';

/** The action that undo would take back. Always refetched, because every change affects it. */
export const lastActionQuery = queryOptions({
  queryKey: ['undo'],
  queryFn: async () => (await api<LastAction>('GET', '/api/undo')).last,
  staleTime: 0,
});

export const recentActionsQuery = queryOptions({
  queryKey: ['undo', 'recent'],
  queryFn: async () => (await api<RecentActions>('GET', '/api/undo/recent')).actions,
  staleTime: 0,
});

export function takeBack(actionId: string): Promise<UndoAnswer> {
  return api<UndoAnswer>('POST', '/api/undo', { id: actionId });
}
