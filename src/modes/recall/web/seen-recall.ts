import type { Message, SessionState } from '#session/protocol.ts';
import { AGENTS_KEY, type SeenAnswer } from '#session/web/contribution/contribution.ts';

import type { RecallView } from '../asking/protocol.ts';
import type { SetDetail } from '../sets/protocol.ts';
import { setsQuery, STATISTICS_KEY, todayQuery } from '../sets/web/queries.ts';

/**
 * What the browser stores of recall for reading without a server: everything except the words of points. A point that
 * is known today is asked for again later, the cards of one note share their words, and nothing removes stored words
 * while no page is open.
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

const NOT_KEPT = 'What the tutor says is not kept in this browser.';

/**
 * Keeps only the person's own words of a transcript. A hint, a told answer, a question about a missed point and a
 * compare card can all contain words of points, and so can a rabbit hole and its topic.
 */
export function seenRecallSession(state: SessionState): SessionState {
  const recall = state.modes['recall'] as RecallView | undefined;
  if (!recall) return state;
  return {
    ...state,
    stack: state.stack.slice(0, 1),
    turn: null,
    waiting: [],
    messages: state.messages.map((message) =>
      message.author === 'person' ? message : { ...withoutWords(message), content: NOT_KEPT },
    ),
    modes: { recall: { ...recall, cards: [], selfCheck: null } },
  };
}

function withoutWords({ parts: _parts, problem: _problem, ...message }: Message): Message {
  return message;
}
