import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { SignInPage } from '#account/web/sign-in-page.tsx';
import { QuietLoading } from '#elements/web/quiet-loading.tsx';
import { ToastProvider } from '#elements/web/toast.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { messageOf } from '#session/web/api.ts';

import { ErrorBoundary } from './error-boundary.tsx';
import { createQueryClient } from './query-client.ts';
import { SignedIn } from './signed-in.tsx';

interface AppProps {
  /** Why the token of the link did not open anything. */
  readonly signInProblem: string | null;
}

export function App({ signInProblem }: AppProps) {
  const [queries] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <Gate signInProblem={signInProblem} />
        </ToastProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** The app for whoever is signed in, the sign-in page for everybody else. */
function Gate({ signInProblem }: AppProps) {
  const queries = useQueryClient();
  const { data: me, error, refetch } = useQuery(meQuery);
  if (error)
    return (
      <main className="p-6">
        <Trouble message={messageOf(error)} onRetry={() => void refetch()} />
      </main>
    );
  if (me === undefined) return <QuietLoading />;
  if (me === null)
    return (
      <SignInPage
        problem={signInProblem}
        onSignedIn={() => void queries.resetQueries({ queryKey: meQuery.queryKey })}
      />
    );
  return <SignedIn person={me.id} />;
}
