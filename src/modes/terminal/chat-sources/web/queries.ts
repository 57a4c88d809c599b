import { api } from '#http-client/web/api.ts';

import type { EndedSessions } from '../protocol.ts';

export const endedQuery = {
  queryKey: ['ended-terminals'],
  queryFn: () => api<EndedSessions>('GET', '/api/terminals/ended'),
};
