import { queryOptions } from '@tanstack/react-query';

import { api, ApiProblem } from '#session/web/api.ts';

import type { Me, PreferencesAnswer } from '../protocol.ts';

/** Who is signed in; null for nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    try {
      return await api<Me>('GET', '/api/me');
    } catch (error) {
      if (error instanceof ApiProblem && error.kind === 'signed-out') return null;
      throw error;
    }
  },
  staleTime: Infinity,
});

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: () => api<PreferencesAnswer>('GET', '/api/preferences'),
});

export interface Agent {
  readonly role: string;
  readonly name: string;
  readonly embedded: boolean;
}

/** Who answers, role by role. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: async () => (await api<{ agents: Agent[] }>('GET', '/api/agents')).agents,
  staleTime: Infinity,
});
