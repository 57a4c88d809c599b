import type { AlternateMode } from '#session/web/inner/alternate-mode.ts';
import type { WebMode } from '#session/web/mode-screen.ts';

import { DRAFTS_KEY } from '../pane/web/queries.ts';
import { foldDraft } from '../writing/domain/draft-fold.ts';

/** Drafts on the page: they are shown in the sessions of their hosts. */
export const draftOnPage: WebMode = {
  domain: { fold: foldDraft },
  // Claims are checked against the sources as they are.
  staleAfterNews: (news) => (news.type === 'library_changed' ? [[DRAFTS_KEY]] : []),
};

/** What hosts show of drafts. */
export const draftsInHost: AlternateMode = {
  loadProvider: async () => (await import('./draft-provider.tsx')).DraftProvider,
};
