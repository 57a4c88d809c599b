import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { useOwnTimeZone } from '#account/web/use-own-time-zone.ts';
import type { LiveClient } from '#session/web/client/live-client.ts';
import { LiveClientContext } from '#session/web/live-client-context.ts';

import { openLiveClient } from './open-live-client.ts';
import { preloadPages, preloadPagesWhenIdle } from './pages.ts';
import { createAppRouter } from './router.tsx';
import { useSummaries } from './use-summaries.ts';

/** Everything behind the sign-in: one live connection for as long as it lasts. */
export function SignedIn({ person }: { readonly person: string }) {
  const [client, setClient] = useState<LiveClient | null>(null);
  useEffect(() => {
    const opened = openLiveClient(person);
    // The connection lives exactly as long as this effect does.
    // oxlint-disable-next-line react/set-state-in-effect
    setClient(opened);
    return () => opened.close();
  }, [person]);
  return client && <Connected client={client} />;
}

function Connected({ client }: { readonly client: LiveClient }) {
  const queries = useQueryClient();
  const [router] = useState(createAppRouter);
  useSummaries(client);
  useOwnTimeZone();
  useEffect(preloadPagesWhenIdle, []);
  useReconnection(client);
  useEffect(
    () =>
      client.onStatus(() => {
        if (client.status() === 'signed-out') queries.setQueryData(meQuery.queryKey, null);
      }),
    [client, queries],
  );
  return (
    <LiveClientContext value={client}>
      <RouterProvider router={router} />
    </LiveClientContext>
  );
}

/** What changed while the connection was gone was not told: once it is back, everything is asked for again. */
function useReconnection(client: LiveClient): void {
  const queries = useQueryClient();
  useEffect(() => {
    let wasLost = client.status() === 'lost';
    return client.onStatus(() => {
      const status = client.status();
      if (status === 'lost') wasLost = true;
      if (status !== 'live' || !wasLost) return;
      wasLost = false;
      void queries.invalidateQueries();
      preloadPages();
    });
  }, [client, queries]);
}
