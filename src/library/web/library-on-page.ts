import { BookOpen } from 'lucide-react';

import { loadOnce } from '#elements/web/page/load-once.tsx';
import type { WebContribution } from '#session/web/contribution/contribution.ts';
import { pageRoute } from '#session/web/contribution/page-route.tsx';

import { CaptureAnywhere, preloadCapture } from '../capture/web/capture-anywhere.tsx';
import { LIBRARY_KEY } from '../storage/web/library-key.ts';
import { SOURCE_PATH } from '../storage/web/use-open-source.ts';
import { libraryToday } from './library-today.tsx';

const place = { to: '/library', label: 'Library', icon: BookOpen };

/** What the library adds to the page. */
export const libraryOnPage: WebContribution = {
  place,
  routes: [
    pageRoute(
      SOURCE_PATH,
      loadOnce(async () => (await import('./library-page.tsx')).LibraryPage),
    ),
  ],
  conversationAction: loadOnce(async () => (await import('../keeping/web/keep-conversation.tsx')).KeepConversation),
  messageAction: loadOnce(async () => (await import('../keeping/web/keep-button.tsx')).KeepButton),
  selectionAction: loadOnce(async () => (await import('../keeping/web/keep-selection.tsx')).KeepSelection),
  palette: loadOnce(async () => (await import('../capture/web/capture-palette.tsx')).CapturePalette),
  everywhere: { Component: CaptureAnywhere, preload: preloadCapture },
  today: libraryToday,
  staleAfterNews: (news) => (news.type === 'library_changed' ? [[LIBRARY_KEY]] : []),
};
