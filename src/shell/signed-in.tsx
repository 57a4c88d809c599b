import { useQueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  redirect,
  RouterProvider,
  useParams,
} from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { useOwnTimeZone } from '#account/web/use-own-time-zone.ts';
import { keepTyping } from '#elements/web/focus/typed-ahead.ts';
import type { LoadedOnce } from '#elements/web/page/load-once.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { api } from '#http-client/web/api.ts';
import { createFold } from '#session/domain/fold.ts';
import { messagesOf } from '#session/domain/mode-messages.ts';
import { createLiveClient } from '#session/web/client/create-live-client.ts';
import { openIndexedDbOutbox } from '#session/web/client/indexed-db-outbox.ts';
import { openWebSocketLink } from '#session/web/client/link.ts';
import type { LiveClient } from '#session/web/client/live-client.ts';
import type { OlderPage } from '#session/web/client/replica.ts';
import {
  contributionsOf,
  type PageComposition,
  usePageComposition,
} from '#session/web/contribution/page-composition.ts';
import { pageRoute, type PageRoute } from '#session/web/contribution/page-route.tsx';
import { LiveClientContext } from '#session/web/live-client-context.ts';
import { newId } from '#session/web/new-id.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { Failure } from './error-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { SESSIONS } from './frame/places.ts';
import { seenSessions } from './last-seen/seen-sessions.ts';
import { seenStore } from './last-seen/seen-store.ts';
import { pages, preloadPages, preloadPagesWhenIdle, settingsFrame } from './pages.ts';
import { TodayPage } from './today/today-page.tsx';

/** The page of a signed-in person, with one live connection. */
export function SignedIn({ person }: { readonly person: string }) {
  const { modes } = usePageComposition();
  const [client, setClient] = useState<LiveClient | null>(null);
  useEffect(() => {
    const opened = openLiveClient(person, modes);
    // The connection lives exactly as long as this effect.
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
      router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
        if (pathChanged && toLocation.pathname.startsWith(sessionPath(''))) keepTyping();
      }),
    [router],
  );
  useEffect(
    () =>
      client.onStatus(() => {
        if (client.status() === 'signed-out') void queries.resetQueries({ queryKey: meQuery.queryKey });
      }),
    [client, queries],
  );
  return (
    <LiveClientContext value={client}>
      <RouterProvider router={router} />
    </LiveClientContext>
  );
}

/** Changes during a disconnection were not received: every query is read again after reconnecting. */
function useReconnection(client: LiveClient): void {
  const queries = useQueryClient();
  const composition = usePageComposition();
  useEffect(() => {
    let wasLost = client.status() === 'lost';
    return client.onStatus(() => {
      const status = client.status();
      if (status !== 'live') wasLost = true;
      if (status !== 'live' || !wasLost) return;
      wasLost = false;
      void queries.invalidateQueries();
      preloadPages(composition);
    });
  }, [client, queries, composition]);
}

/** Opens the live connection of one person with the clock, storage and sockets of the browser. */
function openLiveClient(person: string, modes: PageComposition['modes']): LiveClient {
  const domains = Object.fromEntries(Object.entries(modes).map(([id, { domain }]) => [id, domain]));
  return createLiveClient({
    person,
    fold: createFold(domains),
    ofModes: messagesOf(domains),
    outbox: openIndexedDbOutbox(person),
    seen: seenSessions(seenStore, modes),
    openLink: openWebSocketLink,
    readOlder: (session, before) => api<OlderPage>('GET', `/api/sessions/${session}/events?before=${before}`),
    isSignedIn: async () => (await fetch('/api/me')).status !== 401,
    now: () => Date.now(),
    random: () => Math.random(),
    newId,
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  });
}

/** The routes of the shell and of every contribution. Today is in the first load; other pages are fetched later. */
function createAppRouter(composition: PageComposition) {
  const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });
  const under = (path: string, component: () => React.ReactNode, stays = false) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      ...(!stays && { remountDeps: ({ params }: { readonly params: object }) => params }),
    });
  const contributions = contributionsOf(composition);
  const contributed = contributions.flatMap(({ routes = [] }) => routes);
  const settings = contributions.flatMap((contribution) => contribution.settings ?? []);
  const routeTree = root.addChildren([
    under('/', TodayPage),
    ...[pageRoute(SESSIONS.to, pages.sessions), pageRoute('/session/$sessionId', pages.session), ...contributed].map(
      (route) => under(route.path, routed(route), route.stays),
    ),
    ...[{ to: '/settings', page: pages.settings }, ...settings, { to: '/settings/about', page: pages.about }].map(
      ({ to, page }) => under(to, () => <SettingsRoute page={page} />),
    ),
    ...settings.flatMap(({ to, formerly = [] }) =>
      formerly.map((path) =>
        createRoute({
          getParentRoute: () => root,
          path,
          beforeLoad() {
            // oxlint-disable-next-line typescript/only-throw-error -- the router's own way
            throw redirect({ to, replace: true });
          },
        }),
      ),
    ),
  ]);
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultErrorComponent: Failure,
    defaultPendingComponent: QuietLoading,
  });
}

/** The component of a route, which gets the parameters of the path. */
function routed({ render }: PageRoute) {
  return function RoutedPage() {
    return render(useParams({ strict: false }));
  };
}

function SettingsRoute({ page: { Component } }: { readonly page: LoadedOnce<object> }) {
  return (
    <settingsFrame.Component>
      <Component />
    </settingsFrame.Component>
  );
}

function NotFound() {
  return (
    <Page>
      <PageHeading title="There is no such page" />
      <p className="mt-1.5 text-ink-soft">
        The address may be old.{' '}
        <Link to="/" className="text-accent-text underline underline-offset-2">
          Go to Today
        </Link>
      </p>
    </Page>
  );
}

/** Keeps the list of sessions current, and asks every slice which of its queries a change or news make stale. */
export function useSummaries(client: LiveClient): void {
  const queries = useQueryClient();
  const composition = usePageComposition();
  useEffect(
    () =>
      client.onSummary((changed) => {
        const known = queries.getQueryData(sessionsQuery.queryKey);
        const before = known?.find(({ session }) => session === changed.session);
        if (known && before)
          queries.setQueryData(
            sessionsQuery.queryKey,
            known.map((held) => (held === before ? changed : held)).sort((a, b) => b.updatedAt - a.updatedAt),
          );
        // A new session, or an unlisted one: only the server knows which.
        else if (known) void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        for (const { staleAfter } of contributionsOf(composition))
          for (const queryKey of staleAfter?.(changed, before) ?? []) void queries.invalidateQueries({ queryKey });
      }),
    [client, queries, composition],
  );
  useEffect(
    () =>
      client.onNews((news) => {
        for (const { staleAfterNews } of contributionsOf(composition))
          for (const queryKey of staleAfterNews?.(news) ?? []) void queries.invalidateQueries({ queryKey });
      }),
    [client, queries, composition],
  );
}
