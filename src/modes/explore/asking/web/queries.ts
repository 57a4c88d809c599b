import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';
import type { AnsweringAgent } from '#session/web/contribution/contribution.ts';

import type { PreviewAnswer, PreviewRequest, TurnContext } from '../../protocol.ts';

/** Under it stands what depends on the library and on the sessions of explore. */
const EXPLORE_KEY = 'explore';

/** The context of one reply. It never changes. */
export function turnContextQuery(session: string, messageId: string) {
  return queryOptions({
    queryKey: [EXPLORE_KEY, 'turn', session, messageId],
    queryFn: () => api<TurnContext>('GET', `/api/explore/sessions/${session}/turns/${messageId}`),
    staleTime: Infinity,
  });
}

/** The context of a message if it were sent now. `after`: the last reply, which is part of the conversation. */
export function previewQuery(request: PreviewRequest, after: string | null) {
  return queryOptions({
    queryKey: [EXPLORE_KEY, 'preview', request, after],
    queryFn: () => api<PreviewAnswer>('POST', '/api/explore/preview', request),
    placeholderData: keepPreviousData,
    // Each text that was typed is a query of its own.
    gcTime: 10_000,
    retry: false,
  });
}

/** The agents that think along now. */
export async function fetchExploreAgents(): Promise<readonly AnsweringAgent[]> {
  return (await api<{ agents: readonly AnsweringAgent[] }>('GET', '/api/explore/agents')).agents;
}
