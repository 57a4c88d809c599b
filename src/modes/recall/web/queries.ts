import { queryOptions } from '@tanstack/react-query';

import { api } from '#session/web/api.ts';

import type { Agent, SessionReview, SetDetail, SetSummary, Today } from '../protocol.ts';

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: () => api<Today>('GET', '/api/recall/today'),
});

export const setsQuery = queryOptions({
  queryKey: ['recall-sets'],
  queryFn: async () => (await api<{ sets: SetSummary[] }>('GET', '/api/recall/sets')).sets,
});

export function setQuery(setId: string) {
  return queryOptions({
    queryKey: ['recall-set', setId],
    queryFn: () => api<SetDetail>('GET', `/api/recall/sets/${setId}`),
  });
}

export function reviewQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['recall-review', sessionId],
    queryFn: () => api<SessionReview>('GET', `/api/recall/sessions/${sessionId}/review`),
  });
}

/** Who answers, role by role. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: async () => (await api<{ agents: Agent[] }>('GET', '/api/agents')).agents,
  staleTime: Infinity,
});
