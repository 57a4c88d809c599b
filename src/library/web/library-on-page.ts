import { BookOpen } from 'lucide-react';

import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { WebContribution } from '#session/web/contribution/contribution.ts';
import { pageRoute } from '#session/web/contribution/page-route.tsx';

import { CaptureAnywhere, preloadCapture } from '../capture/web/capture-anywhere.tsx';
import { overviewQuery } from '../sources/web/queries.ts';
import { LIBRARY_KEY } from '../storage/web/library-query.ts';
import { SOURCE_PATH } from '../storage/web/use-open-source.ts';
import { AddASource, libraryToday } from './library-today.tsx';

const place = { to: '/library', label: 'Library', inBar: 'Library', icon: BookOpen };

export const libraryOnPage: WebContribution = {
  place,
  routes: [
    pageRoute(
      SOURCE_PATH,
      loadOnce(async () => (await import('./library-page.tsx')).LibraryPage),
    ),
    pageRoute(
      '/capture',
      loadOnce(async () => (await import('../capture/web/anywhere/capture-page.tsx')).CapturePage),
    ),
  ],
  settings: [
    {
      to: '/settings/capture',
      label: 'Capture',
      page: loadOnce(
        async () => (await import('../capture/web/anywhere/capture-settings-page.tsx')).CaptureSettingsPage,
      ),
    },
  ],
  conversationAction: loadOnce(
    async () => (await import('../from-conversations/web/keep-actions.tsx')).KeepConversation,
  ),
  messageAction: loadOnce(async () => (await import('../from-conversations/web/keep-actions.tsx')).KeepButton),
  selectionAction: loadOnce(async () => (await import('../from-conversations/web/keep-actions.tsx')).KeepSelection),
  finds: [
    { heading: 'Sources', find: async (typed) => (await import('./find-in-library.ts')).findSources(typed) },
    { heading: 'Highlights', find: async (typed) => (await import('./find-in-library.ts')).findHighlights(typed) },
  ],
  palette: loadOnce(async () => (await import('../capture/web/capture-palette.tsx')).CapturePalette),
  everywhere: { Component: CaptureAnywhere, preload: preloadCapture },
  today: libraryToday,
  seen: [{ queryKey: overviewQuery.queryKey }],
  begin: AddASource,
  staleAfterNews: (news) => (news.type === 'library_changed' ? [[LIBRARY_KEY]] : []),
};
