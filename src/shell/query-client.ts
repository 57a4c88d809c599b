import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { meQuery } from '#account/web/queries.ts';
import { ApiProblem } from '#http-client/web/api.ts';

const FRESH_MS = 10_000;
const MAX_RETRIES = 2;

/** Retries only if the server was not reached. A sign-out in another tab shows the sign-in page. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.kind === 'signed-out') queries.setQueryData(meQuery.queryKey, null);
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (tries, error) => tries < MAX_RETRIES && error instanceof ApiProblem && error.kind === 'unreachable',
        retryDelay: 1_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queries;
}
