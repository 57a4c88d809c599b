import { queryOptions } from '@tanstack/react-query';

import { api, ApiProblem } from '#http-client/web/api.ts';

import type { Me, PreferencesAnswer, SignInsAnswer, VoicesAnswer } from '../protocol.ts';
import { isSigningOut, signOut } from './sign-out.ts';

const SIGN_OUT_EVERY_MS = 3_000;

/** The person who is signed in, or null. Repeats a sign-out that has not reached the server. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<Me | null> => {
    if (isSigningOut()) {
      if (await signOut()) return null;
      throw new ApiProblem('unreachable', 'You are signed out here. Warren cannot be reached to end the sign-in.');
    }
    try {
      return await api<Me>('GET', '/api/me');
    } catch (error) {
      if (error instanceof ApiProblem && error.kind === 'signed-out') return null;
      throw error;
    }
  },
  staleTime: Infinity,
  refetchInterval: () => (isSigningOut() ? SIGN_OUT_EVERY_MS : false),
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
