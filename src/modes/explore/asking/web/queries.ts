import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';
import type { AnsweringAgent } from '#session/web/contribution/contribution.ts';

import type { PreviewAnswer, PreviewRequest, TurnContext } from '../../protocol.ts';

/** Key prefix of queries that depend on the library and on explore sessions. */
const EXPLORE_KEY = 'explore';

/** The context of one reply. It never changes. */
export function turnContextQuery(session: string, messageId: string) {
  return queryOptions({
    queryKey: [EXPLORE_KEY, 'turn', session, messageId],
    queryFn: () => api<TurnContext>('GET', `/api/explore/sessions/${session}/turns/${messageId}`),
    staleTime: Infinity,
  });
}

/**
 * The context that a message would have if it were sent now. `after`: the last reply, which is part of the
 * conversation.
 */
export function previewQuery(request: PreviewRequest, after: string | null) {
  return queryOptions({
    queryKey: [EXPLORE_KEY, 'preview', request, after],
    queryFn: () => api<PreviewAnswer>('POST', '/api/explore/preview', request),
    placeholderData: keepPreviousData,
    // Each typed text is a separate query.
    gcTime: 10_000,
    retry: false,
  });
}

/** The agents that answer now. */
export async function fetchExploreAgents(): Promise<readonly AnsweringAgent[]> {
  return (await api<{ agents: readonly AnsweringAgent[] }>('GET', '/api/explore/agents')).agents;
}
