import type { SessionState } from '#session/protocol.ts';
import { AGENTS_KEY, type SeenAnswer } from '#session/web/contribution/contribution.ts';

import type { RecallView } from '../asking/protocol.ts';
import type { SetDetail } from '../sets/protocol.ts';
import { setsQuery, STATISTICS_KEY, todayQuery } from '../sets/web/queries.ts';

/**
 * What the browser keeps of recall, to be read without a server: everything but the words of points. What is known
 * today is asked for again some day, cards of one note share their words, and nothing removes them while no page is open.
 */
export const recallSeen: readonly SeenAnswer[] = [
  { queryKey: todayQuery.queryKey },
  { queryKey: setsQuery.queryKey },
  { queryKey: ['recall-set'], keep: withoutPoints },
  { queryKey: ['recall-set-start'], keep: withoutPoints },
  { queryKey: [STATISTICS_KEY] },
  { queryKey: [AGENTS_KEY] },
];

function withoutPoints(set: SetDetail): SetDetail {
  return { ...set, items: [] };
}

/**
 * A transcript has only what was said. A compare card also has the points that it asks about: of it the rows are kept
 * whose points were recalled. The message of a self-check quotes its point, so nothing is kept until that is answered.
 */
export function seenRecallSession(state: SessionState): SessionState | null {
  const recall = state.modes['recall'] as RecallView | undefined;
  if (!recall) return state;
  if (recall.selfCheck) return null;
  const cards = recall.cards
    .map((card) => ({ ...card, rows: card.rows.filter(({ decision }) => decision === 'recalled') }))
    .filter(({ rows }) => rows.length > 0);
  return { ...state, modes: { ...state.modes, recall: { ...recall, cards } } };
}
