import {
  MutationCache,
  QueryCache,
  type QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { SignInPage } from '#account/web/sign-in-page.tsx';
import { onSignInElsewhere } from '#account/web/sign-out.ts';
import { useLinkInAddress } from '#account/web/use-link-in-address.ts';
import { AddressQuestion } from '#elements/web/address/address-question.tsx';
import { returnAfterSignIn } from '#elements/web/page/after-sign-in.ts';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { ToastProvider } from '#elements/web/toast.tsx';
import { ApiProblem, messageOf } from '#http-client/web/api.ts';
import { sharesOf } from '#library/capture/web/anywhere/shares-cache.ts';
import type { WebContribution } from '#session/web/contribution/contribution.ts';
import {
  contributionsOf,
  type PageComposition,
  PageCompositionContext,
} from '#session/web/contribution/page-composition.ts';

import { ErrorBoundary } from './error-boundary.tsx';
import { seenAnswers } from './last-seen/seen-answers.ts';
import { seenStore } from './last-seen/seen-store.ts';
import { PageQueryClient } from './page-query-client.ts';
import { SignedIn } from './signed-in.tsx';

const FRESH_MS = 10_000;
const MAX_RETRIES = 2;

interface AppProps {
  readonly composition: PageComposition;
  /** Why the token of the link was refused. */
  readonly signInProblem: string | null;
}

export function App({ composition, signInProblem }: AppProps) {
  const [queries] = useState(() => createQueryClient(contributionsOf(composition)));
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <PageCompositionContext value={composition}>
            <Gate signInProblem={signInProblem} />
            <AddressQuestion />
          </PageCompositionContext>
        </ToastProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** The app for a signed-in person, the sign-in page for everybody else. */
function Gate({ signInProblem }: Pick<AppProps, 'signInProblem'>) {
  const queries = useQueryClient();
  const { data: me, error, refetch } = useQuery(meQuery);
  const isSignedOut = me === null;
  const isSignedIn = !isSignedOut && me !== undefined;
  useEffect(() => {
    if (!isSignedOut) return;
    // Removes the queries that the page of the former person used.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    void seenStore.wipe();
    // Items that the former person shared in this browser are private: delete them.
    sharesOf(null).catch(() => undefined);
  }, [isSignedOut, queries]);
  const problem = useLinkInAddress(signInProblem);
  useEffect(() => {
    if (!isSignedOut) return undefined;
    // Another tab can have signed in meanwhile.
    const ask = () => void refetch();
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [isSignedOut, refetch]);
  useEffect(
    () =>
      onSignInElsewhere({
        signedOut: () => void queries.setQueryData(meQuery.queryKey, null),
        // If another person signed in, the page reloads.
        signedIn: () => void refetch(),
      }),
    [queries, refetch],
  );
  useEffect(() => {
    if (isSignedIn) returnAfterSignIn();
  }, [isSignedIn]);
  if (error && me === undefined)
    return (
      <main className="p-6">
        <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />
      </main>
    );
  if (me === undefined) return <QuietLoading />;
  if (me === null)
    return (
      <SignInPage
        key={problem.key}
        problem={problem.text}
        onSignedIn={() => void queries.resetQueries({ queryKey: meQuery.queryKey })}
      />
    );
  return <SignedIn key={me.id} person={me.id} />;
}

/** Retries only if the server was not reached. A sign-out in another tab shows the sign-in page. */
function createQueryClient(contributions: readonly WebContribution[]): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.kind === 'signed-out') queries.setQueryData(meQuery.queryKey, null);
  };
  const queries = new PageQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        persister: seenAnswers(seenStore, contributions),
        retry: (tries, error) => tries < MAX_RETRIES && error instanceof ApiProblem && error.kind === 'unreachable',
        retryDelay: 1_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queries;
}
