import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { Leech, RetentionPreview, SetDetail, SetSummary, Today } from '../protocol.ts';

export const todayQuery = queryOptions({ queryKey: ['today'], queryFn: fetchToday });

export function fetchToday(): Promise<Today> {
  return api<Today>('GET', '/api/recall/today');
}

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

export function retentionPreviewQuery(setId: string) {
  return queryOptions({
    queryKey: ['retention-preview', setId],
    queryFn: () => api<RetentionPreview>('GET', `/api/recall/sets/${setId}/retention-preview`),
    // Depends on cards, weights and limits, so it is refetched whenever the settings open.
    staleTime: 0,
  });
}

export function leechesQuery(setId: string | null) {
  return queryOptions({
    queryKey: ['recall-leeches', setId],
    queryFn: async () => {
      const path = setId === null ? ('/api/recall/leeches' as const) : (`/api/recall/leeches?set=${setId}` as const);
      return (await api<{ leeches: Leech[] }>('GET', path)).leeches;
    },
  });
}

/** The first part of every key of statistics. Invalidating it reloads them all. */
export const STATISTICS_KEY = 'recall-statistics';
