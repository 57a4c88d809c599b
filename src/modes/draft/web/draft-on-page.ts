import type { WebMode } from '#session/web/mode-screen.ts';

import { foldDraft } from '../writing/domain/draft-fold.ts';

/** Drafts on the page: they are shown in the sessions of their hosts. */
export const draftOnPage: WebMode = { domain: { fold: foldDraft } };
