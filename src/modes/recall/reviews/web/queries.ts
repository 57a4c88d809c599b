import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { SessionReview } from '../protocol.ts';

export function reviewQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['recall-review', sessionId],
    queryFn: () => api<SessionReview>('GET', `/api/recall/sessions/${sessionId}/review`),
  });
}
