import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';

import { Failure } from './error-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './not-found.tsx';
import { pages } from './pages.ts';
import { TodayPage } from './today/today-page.tsx';

/** Today comes with the first load; every other page is fetched soon after, or when it is gone to. */
const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });
const today = createRoute({ getParentRoute: () => root, path: '/', component: TodayPage });
const recall = createRoute({
  getParentRoute: () => root,
  path: '/recall',
  component: pages.recall.Component,
});
const set = createRoute({
  getParentRoute: () => root,
  path: '/recall/$setId',
  component: pages.set.Component,
  remountDeps: ({ params }) => params,
});
const tangents = createRoute({
  getParentRoute: () => root,
  path: '/recall/$setId/tangents',
  component: pages.tangents.Component,
  remountDeps: ({ params }) => params,
});
const statistics = createRoute({
  getParentRoute: () => root,
  path: '/recall/statistics',
  component: pages.statistics.Component,
});
const session = createRoute({
  getParentRoute: () => root,
  path: '/session/$sessionId',
  component: pages.session.Component,
  remountDeps: ({ params }) => params,
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: pages.settings.Component,
});
const recallSettings = createRoute({
  getParentRoute: () => root,
  path: '/settings/recall',
  component: pages.recallSettings.Component,
});
const models = createRoute({
  getParentRoute: () => root,
  path: '/settings/models',
  component: pages.models.Component,
});
const spending = createRoute({
  getParentRoute: () => root,
  path: '/settings/spending',
  component: pages.spending.Component,
});

const routeTree = root.addChildren([
  today,
  recall,
  set,
  tangents,
  statistics,
  session,
  settings,
  recallSettings,
  models,
  spending,
]);

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
