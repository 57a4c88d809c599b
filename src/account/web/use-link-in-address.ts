import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { meQuery } from './queries.ts';
import { signInWithToken, takeTokenFromAddress } from './sign-in.ts';

interface LinkProblem {
  /** Changes with every attempted link. */
  readonly key: number;
  /** The reason why the link was refused, or null. */
  readonly text: string | null;
}

/** Signs in with a printed link that is opened in a tab of Warren: that only changes the address, and loads no page. */
export function useLinkInAddress(first: string | null): LinkProblem {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<LinkProblem>({ key: 0, text: first });
  useEffect(() => {
    const take = async () => {
      const token = takeTokenFromAddress();
      if (token === null) return;
      const failure = await signInWithToken(token);
      setProblem(({ key }) => ({ key: key + 1, text: failure }));
      if (failure !== null) return;
      await queries.fetchQuery({ ...meQuery, staleTime: 0 });
    };
    const onHashChange = () => {
      // If the server cannot be reached, the page stays as it is.
      take().catch(() => undefined);
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, [queries]);
  return problem;
}
