import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { api } from '#http-client/web/api.ts';

import type { Me } from '../protocol.ts';
import { meQuery } from './queries.ts';
import { signIn, takeTokenFromAddress } from './sign-in.ts';

interface LinkProblem {
  /** Another one for every link that was tried. */
  readonly key: number;
  /** Why the link did not open anything, or null. */
  readonly text: string | null;
}

/** A printed link opened in a tab that shows Warren already only changes the address: this signs in with it. */
export function useLinkInAddress(first: string | null): LinkProblem {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<LinkProblem>({ key: 0, text: first });
  useEffect(() => {
    const take = async () => {
      const token = takeTokenFromAddress();
      if (token === null) return;
      const failure = await signIn(token);
      setProblem(({ key }) => ({ key: key + 1, text: failure }));
      if (failure !== null) return;
      const me = await api<Me>('GET', '/api/me');
      // What another person saw is not shown to this one.
      if (queries.getQueryData(meQuery.queryKey)?.id !== me.id)
        queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
      queries.setQueryData(meQuery.queryKey, me);
    };
    const onHashChange = () => {
      // Where the server cannot be reached after all, the page stays as it is.
      take().catch(() => undefined);
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, [queries]);
  return problem;
}
