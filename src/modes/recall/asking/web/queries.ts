import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';
import { AGENTS_KEY } from '#session/web/contribution/contribution.ts';

import type { Agent } from '../protocol.ts';

/** The answering agents, by role. */
export const agentsQuery = queryOptions({ queryKey: [AGENTS_KEY], queryFn: fetchAgents, staleTime: Infinity });

export async function fetchAgents(): Promise<readonly Agent[]> {
  return (await api<{ agents: Agent[] }>('GET', '/api/agents')).agents;
}
