import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { SignInPage } from '#account/web/sign-in-page.tsx';
import { useLinkInAddress } from '#account/web/use-link-in-address.ts';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { ToastProvider } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { type PageComposition, PageCompositionContext } from '#session/web/contribution/page-composition.ts';

import { ErrorBoundary } from './error-boundary.tsx';
import { createQueryClient } from './query-client.ts';
import { SignedIn } from './signed-in.tsx';

interface AppProps {
  readonly composition: PageComposition;
  /** Why the token of the link was refused. */
  readonly signInProblem: string | null;
}

export function App({ composition, signInProblem }: AppProps) {
  const [queries] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <PageCompositionContext value={composition}>
            <Gate signInProblem={signInProblem} />
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
  const problem = useLinkInAddress(signInProblem);
  useEffect(() => {
    if (!isSignedOut) return undefined;
    // Another tab may have signed in meanwhile.
    const ask = () => void refetch();
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [isSignedOut, refetch]);
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
