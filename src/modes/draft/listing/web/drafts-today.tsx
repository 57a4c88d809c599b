import { Link } from '@tanstack/react-router';

import type { TodayPart } from '#session/web/contribution/today-part.ts';

import type { DraftSummary } from '../../protocol.ts';
import { DraftRow } from './draft-row.tsx';
import { MarkNext } from './mark-next.tsx';
import { readyDraftsQuery } from './queries.ts';

export const DRAFTS_PATH = '/drafts';

export const draftsToday: TodayPart<readonly DraftSummary[]> = {
  query: readyDraftsQuery,
  ready: () => ({ count: 0, words: '' }),
  view(drafts) {
    if (drafts.length === 0) return { firstStart: { cards: [] }, hasPrimary: false, cards: [] };
    return {
      hasPrimary: false,
      cards: [{ title: 'Ready to publish', place: 'beside', content: <ReadyDrafts drafts={drafts} /> }],
    };
  },
};

const MAX_SHOWN = 6;

function ReadyDrafts({ drafts }: { readonly drafts: readonly DraftSummary[] }) {
  const more = drafts.length - MAX_SHOWN;
  return (
    <>
      <ul>
        {drafts.slice(0, MAX_SHOWN).map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            isWhole={false}
            actions={(labelId) => <MarkNext draft={draft} describedBy={labelId} />}
          />
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-faint">
        {more > 0 && `${String(more)} more. `}
        <Link to={DRAFTS_PATH} className="underline underline-offset-2 hover:text-ink">
          All drafts
        </Link>
      </p>
    </>
  );
}
