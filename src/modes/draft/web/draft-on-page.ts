import { loadOnce } from '#elements/web/page/load-once.tsx';
import { pageRoute } from '#session/web/contribution/page-route.tsx';
import type { AlternateMode } from '#session/web/inner/inner-mode.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

import { DRAFTS_PATH } from '../listing/web/drafts-today.tsx';
import { draftsToday } from '../listing/web/drafts-today.tsx';
import { readyDraftsQuery } from '../listing/web/queries.ts';
import { DRAFTS_KEY } from '../pane/web/queries.ts';
import { foldDraft } from '../writing/domain/draft-fold.ts';

export const draftOnPage: WebMode = {
  domain: { fold: foldDraft },
  routes: [
    pageRoute(
      DRAFTS_PATH,
      loadOnce(async () => (await import('../listing/web/drafts-page.tsx')).DraftsPage),
    ),
  ],
  passageAction: loadOnce(async () => (await import('../listing/web/quote-in-draft.tsx')).QuoteInDraft),
  finds: [
    { heading: 'Drafts', find: async (typed) => (await import('../listing/web/find-drafts.ts')).findDrafts(typed) },
  ],
  links: [{ to: DRAFTS_PATH, label: 'Drafts' }],
  today: draftsToday,
  seen: [{ queryKey: readyDraftsQuery.queryKey }],
  // Claims are checked against the current sources.
  staleAfterNews: (news) => (news.type === 'library_changed' ? [[DRAFTS_KEY]] : []),
};

export const draftsInHost: AlternateMode = {
  loadProvider: async () => (await import('./draft-provider.tsx')).DraftProvider,
};
