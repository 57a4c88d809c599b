import type { TodayPart } from '#session/web/contribution/today-part.ts';

import type { DraftSummary } from '../../protocol.ts';
import { readyDraftsQuery } from './queries.ts';
import { ReadyDrafts } from './ready-drafts.tsx';

/** Drafts on Today: those that wait to be published. */
export const draftsToday: TodayPart<readonly DraftSummary[]> = {
  query: readyDraftsQuery,
  ready: () => ({ count: 0, words: '' }),
  view(drafts) {
    if (drafts.length === 0) return { firstStart: { cards: [] }, hasPrimary: false, cards: [] };
    return { hasPrimary: false, cards: [{ title: 'Ready to publish', content: <ReadyDrafts drafts={drafts} /> }] };
  },
};
