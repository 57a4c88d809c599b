import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { SessionSummary } from '../protocol.ts';

/** The person's sessions, latest first. The live connection keeps them current. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await api<{ sessions: SessionSummary[] }>('GET', '/api/sessions')).sessions,
});

export function renameSession(session: string, title: string): Promise<unknown> {
  return api('PATCH', `/api/sessions/${session}`, { title });
}
