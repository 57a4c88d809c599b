import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { useOwnTimeZone } from '#account/web/use-own-time-zone.ts';
import type { LiveClient } from '#session/web/client/live-client.ts';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';
import { LiveClientContext } from '#session/web/live-client-context.ts';

import { openLiveClient } from './open-live-client.ts';
import { preloadPages, preloadPagesWhenIdle } from './pages.ts';
import { createAppRouter } from './router.tsx';
import { useSummaries } from './use-summaries.ts';

/** The page of a signed-in person, with one live connection. */
export function SignedIn({ person }: { readonly person: string }) {
  const { modes } = usePageComposition();
  const [client, setClient] = useState<LiveClient | null>(null);
  useEffect(() => {
    const opened = openLiveClient(person, modes);
    // The connection lives exactly as long as this effect does.
    // oxlint-disable-next-line react/set-state-in-effect
    setClient(opened);
    return () => opened.close();
  }, [person, modes]);
  return client && <Connected client={client} />;
}

/** The page over a live connection. */
export function Connected({ client }: { readonly client: LiveClient }) {
  const queries = useQueryClient();
  const composition = usePageComposition();
  const [router] = useState(() => createAppRouter(composition));
  useSummaries(client);
  useOwnTimeZone();
  useEffect(() => preloadPagesWhenIdle(composition), [composition]);
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

/** Changes during a lost connection were not received: every query is read again once it is back. */
function useReconnection(client: LiveClient): void {
  const queries = useQueryClient();
  const composition = usePageComposition();
  useEffect(() => {
    let wasLost = client.status() === 'lost';
    return client.onStatus(() => {
      const status = client.status();
      if (status === 'lost') wasLost = true;
      if (status !== 'live' || !wasLost) return;
      wasLost = false;
      void queries.invalidateQueries();
      preloadPages(composition);
    });
  }, [client, queries, composition]);
}
