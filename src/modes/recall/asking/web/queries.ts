import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { Agent } from '../protocol.ts';

/** Who answers, role by role. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: async () => (await api<{ agents: Agent[] }>('GET', '/api/agents')).agents,
  staleTime: Infinity,
});
