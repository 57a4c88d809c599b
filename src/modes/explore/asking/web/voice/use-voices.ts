import { queryOptions, useQuery } from '@tanstack/react-query';

import type { VoicesAnswer } from '#account/protocol.ts';
import { api } from '#http-client/web/api.ts';

const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: () => api<VoicesAnswer>('GET', '/api/voices'),
  retry: false,
});

/** The people to speak for; null if there is no choice: only one person exists and has written no rules. */
export function useVoices() {
  const { data } = useQuery(voicesQuery);
  if (!data) return null;
  const { people, company } = data;
  const hasRules = company.length > 0 || people.some(({ rules }) => rules.length > 0);
  return people.length > 1 || hasRules ? people : null;
}
