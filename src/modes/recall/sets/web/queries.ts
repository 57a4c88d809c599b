import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type {
  AnkiOffer,
  ExamPlan,
  Leech,
  PartOfSet,
  RetentionPreview,
  SetDetail,
  SetSummary,
  Today,
} from '../protocol.ts';

export const todayQuery = queryOptions({ queryKey: ['today'], queryFn: fetchToday });

export function fetchToday(): Promise<Today> {
  return api<Today>('GET', '/api/recall/today');
}

export const setsQuery = queryOptions({
  queryKey: ['recall-sets'],
  queryFn: async () => (await api<{ sets: SetSummary[] }>('GET', '/api/recall/sets')).sets,
});

/** Tags of points in active sets. */
export const tagsQuery = queryOptions({
  queryKey: ['recall-tags'],
  queryFn: async () => (await api<{ tags: string[] }>('GET', '/api/recall/tags')).tags,
});

/** Whether the server offers access to a running Anki. */
export const ankiQuery = queryOptions({
  queryKey: ['recall-anki'],
  queryFn: async () => (await api<AnkiOffer>('GET', '/api/recall/anki')).isOffered,
  staleTime: Infinity,
});

export function setQuery(setId: string) {
  return queryOptions({
    queryKey: ['recall-set', setId],
    queryFn: () => fetchSet(setId),
    // Comparing thousands of points with their earlier copies takes longer than rendering the few in view.
    structuralSharing: false,
  });
}

/** The page shows this many points of a larger set until all have loaded. */
export const FIRST_POINTS = 100;

/** Parsing this many points takes a few milliseconds, so the browser can draw frames between two parts. */
const POINTS_AT_ONCE = 1_000;

async function fetchSet(setId: string): Promise<SetDetail> {
  const set = await api<SetDetail>('GET', `/api/recall/sets/${setId}?first=${POINTS_AT_ONCE}`);
  const items = [...set.items];
  for (let last = items.at(-1); last && items.length < set.points;) {
    const path = `/api/recall/sets/${setId}/points?first=${POINTS_AT_ONCE}&after=${last.id}` as const;
    const { items: more } = await api<PartOfSet>('GET', path);
    items.push(...more);
    last = more.at(-1);
  }
  return { ...set, items };
}

export function setStartQuery(setId: string) {
  return queryOptions({
    queryKey: ['recall-set-start', setId],
    queryFn: () => api<SetDetail>('GET', `/api/recall/sets/${setId}?first=${FIRST_POINTS}`),
    staleTime: 0,
  });
}

/** First part of the query key of an uploaded card file. */
export const DECK_FILE = 'deck-file';

export function retentionPreviewQuery(setId: string) {
  return queryOptions({
    queryKey: ['retention-preview', setId],
    queryFn: () => api<RetentionPreview>('GET', `/api/recall/sets/${setId}/retention-preview`),
    // Depends on cards, weights and limits, so each opening of the settings refetches it.
    staleTime: 0,
  });
}

export function examPlanQuery(setId: string, on: string) {
  return queryOptions({
    queryKey: ['exam-plan', setId, on],
    queryFn: () => api<ExamPlan>('GET', `/api/recall/sets/${setId}/exam-plan?on=${on}`),
    staleTime: 0,
    retry: false,
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

/** First part of all query keys of statistics. Invalidating it reloads them all. */
export const STATISTICS_KEY = 'recall-statistics';
