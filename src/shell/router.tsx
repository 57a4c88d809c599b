import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';

import { QuietLoading } from '#elements/web/quiet-loading.tsx';

import { Failure } from './error-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './not-found.tsx';
import { TodayPage } from './today/today-page.tsx';

/** Today comes with the first load; every other page is fetched when it is gone to. */
const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });
const today = createRoute({ getParentRoute: () => root, path: '/', component: TodayPage });
const recall = createRoute({
  getParentRoute: () => root,
  path: '/recall',
  component: lazyRouteComponent(() => import('#modes/recall/web/sets/set-list-page.tsx'), 'SetListPage'),
});
const set = createRoute({
  getParentRoute: () => root,
  path: '/recall/$setId',
  component: lazyRouteComponent(() => import('#modes/recall/web/sets/set-page.tsx'), 'SetPage'),
  remountDeps: ({ params }) => params,
});
const session = createRoute({
  getParentRoute: () => root,
  path: '/session/$sessionId',
  component: lazyRouteComponent(() => import('./session-page.tsx'), 'SessionPage'),
  remountDeps: ({ params }) => params,
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});

const routeTree = root.addChildren([today, recall, set, session, settings]);

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultErrorComponent: Failure,
    defaultPendingComponent: QuietLoading,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
