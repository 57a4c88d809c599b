import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

import type { VoicesAnswer } from '#account/protocol.ts';
import { api } from '#http-client/web/api.ts';
import { LIBRARY_KEY } from '#library/storage/web/library-query.ts';
import type { AnsweringAgent } from '#session/web/contribution/contribution.ts';

import type { PreviewAnswer, PreviewRequest, SuggestedQuestionsAnswer, TurnContext } from '../../protocol.ts';

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

const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: () => api<VoicesAnswer>('GET', '/api/voices'),
  retry: false,
});

/** The people to speak for; null while there is no choice, because one person is alone and has written no rules. */
export function useVoices() {
  const { data } = useQuery(voicesQuery);
  if (!data) return null;
  const { people, company } = data;
  const hasRules = company.length > 0 || people.some(({ rules }) => rules.length > 0);
  return people.length > 1 || hasRules ? people : null;
}

/** Questions to begin with, of a bucket or of the newest sources. They change with the library. */
export function questionsQuery(bucketId: string | null) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'questions', bucketId],
    queryFn: async () => {
      const query = bucketId === null ? '' : `?bucketId=${encodeURIComponent(bucketId)}`;
      return (await api<SuggestedQuestionsAnswer>('GET', `/api/explore/questions${query}`)).questions;
    },
    placeholderData: keepPreviousData,
  });
}
