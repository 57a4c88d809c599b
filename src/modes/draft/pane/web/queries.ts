import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { DraftReading, DraftSummary, DraftVersion } from '../../protocol.ts';

/** Prefix of all queries that a change of a draft or of a source invalidates. */
export const DRAFTS_KEY = 'drafts';

export async function fetchDrafts(query: '' | `?${string}` = ''): Promise<readonly DraftSummary[]> {
  return (await api<{ drafts: readonly DraftSummary[] }>('GET', `/api/drafts${query}`)).drafts;
}

export function sessionDraftsQuery(session: string) {
  return queryOptions({
    queryKey: [DRAFTS_KEY, 'session', session],
    queryFn: () => fetchDrafts(`?${new URLSearchParams({ session }).toString()}`),
  });
}

export function draftQuery(draftId: string) {
  return queryOptions({
    queryKey: [DRAFTS_KEY, 'draft', draftId],
    queryFn: () => api<DraftReading>('GET', `/api/drafts/${draftId}`),
  });
}

/** A version with its text. Versions by hand can grow, so this is refetched after each change. */
export function versionQuery(draftId: string, number: number) {
  return queryOptions({
    queryKey: [DRAFTS_KEY, 'draft', draftId, 'version', number],
    queryFn: () => api<DraftVersion>('GET', `/api/drafts/${draftId}/versions/${String(number)}`),
  });
}
