import { queryOptions } from '@tanstack/react-query';

import { api } from '#session/web/api.ts';

import type { Leech, MemoryModel, RetentionPreview } from '../protocol.ts';

export function retentionPreviewQuery(setId: string) {
  return queryOptions({
    queryKey: ['retention-preview', setId],
    queryFn: () => api<RetentionPreview>('GET', `/api/recall/sets/${setId}/retention-preview`),
    // It depends on the cards, the weights and the limit on new points: asked anew whenever the settings are opened.
    staleTime: 0,
  });
}

/** The points that do not stick: of all sets, or of one. */
export function leechesQuery(setId: string | null) {
  return queryOptions({
    queryKey: ['recall-leeches', setId],
    queryFn: async () => {
      const path = setId === null ? ('/api/recall/leeches' as const) : (`/api/recall/leeches?set=${setId}` as const);
      return (await api<{ leeches: Leech[] }>('GET', path)).leeches;
    },
  });
}

const POLL_MS = 700;

export const memoryModelQuery = queryOptions({
  queryKey: ['memory-model'],
  queryFn: () => api<MemoryModel>('GET', '/api/recall/memory-model'),
  refetchInterval: ({ state }) =>
    state.data?.run?.status === 'running' || state.data?.run?.status === 'moving' ? POLL_MS : false,
});
