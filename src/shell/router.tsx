import { createRootRoute, createRoute, createRouter, useParams } from '@tanstack/react-router';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { contributionsOf, type PageComposition } from '#session/web/contribution/page-composition.ts';
import { type PageRoute, pageRoute } from '#session/web/contribution/page-route.tsx';

import { Failure } from './error-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './not-found.tsx';
import { pages } from './pages.ts';
import { SettingsRoute } from './settings/settings-route.tsx';
import { TodayPage } from './today/today-page.tsx';

/** The routes of the shell and of every contribution. Today is in the first load; other pages are fetched later. */
export function createAppRouter(composition: PageComposition) {
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
    ...[pageRoute('/session/$sessionId', pages.session), ...contributed].map((route) =>
      under(route.path, routed(route), route.stays),
    ),
    ...[{ to: '/settings', page: pages.settings }, ...settings].map(({ to, page }) =>
      under(to, () => <SettingsRoute page={page} />),
    ),
  ]);
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultErrorComponent: Failure,
    defaultPendingComponent: QuietLoading,
  });
}

/** The component of a route, which passes the parameters of the path on. */
function routed({ render }: PageRoute) {
  return function RoutedPage() {
    return render(useParams({ strict: false }));
  };
}
