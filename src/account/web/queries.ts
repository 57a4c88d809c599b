import { queryOptions } from '@tanstack/react-query';

import { api, ApiProblem } from '#http-client/web/api.ts';

import type { Me, PreferencesAnswer, SignInsAnswer, VoicesAnswer } from '../protocol.ts';

/** The person who is signed in, or null. */
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

export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: () => api<VoicesAnswer>('GET', '/api/voices'),
});

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async () => (await api<SignInsAnswer>('GET', '/api/sign-ins')).signIns,
});
