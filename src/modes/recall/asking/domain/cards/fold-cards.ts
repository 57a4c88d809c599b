import { withEntry } from '#kernel/entries.ts';
import type { SessionEvent } from '#session/domain/event.ts';

import type { CardAnswer, CompareCard, RecallView } from '../../protocol.ts';
import { withProgress } from '../fold-answers.ts';
import { withEvaluation } from '../questions.ts';
import { progressOf, type RecallHidden, type ShownHidden } from '../recall-state.ts';

type Event<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>;
type Shown = Pick<RecallView, 'cards' | 'recalledIds' | 'recalledBy' | 'overlay' | 'overlayShown'>;

/** Folds the visible part of the cards. */
export function foldCards<State extends Shown>(state: State, event: SessionEvent): State {
  switch (event.type) {
    case 'card_shown': {
      const { cardId, messageId = null, seq } = event;
      const rows = event.rows.map((row) => ({ ...row, decision: row.isCertain ? ('recalled' as const) : null }));
      const card: CompareCard = { cardId, messageId, seq, rows, isOpen: rows.some(({ isCertain }) => !isCertain) };
      return { ...state, cards: [...closed(state.cards), card] };
    }
    case 'card_answered': {
      const cards = state.cards.map((card) =>
        card.cardId === event.cardId ? { ...withDecisions(card, event.answers), isOpen: false } : card,
      );
      const missed = event.answers.filter(({ isRecalled }) => !isRecalled);
      return missed.reduce<State>((next, { pointId }) => withoutCredit(next, pointId), { ...state, cards });
    }
    case 'card_answer_undone': {
      const { cardId, pointId } = event;
      const row = state.cards.find((card) => card.cardId === cardId)?.rows.find((each) => each.pointId === pointId);
      const cards = state.cards.map((card) => (card.cardId === cardId ? withoutDecision(card, pointId) : card));
      if (!row?.isCertain) return withoutCredit({ ...state, cards }, pointId);
      return { ...state, cards, recalledIds: [...state.recalledIds.filter((id) => id !== pointId), pointId] };
    }
    case 'card_reopened':
      return { ...state, cards: state.cards.map((card) => ({ ...card, isOpen: card.cardId === event.cardId })) };
    case 'point_recalled': {
      const isOpen = state.cards.some(({ rows }) => rows.some((row) => isUndecided(row, event.pointId)));
      if (!isOpen) return state;
      const decided = [{ pointId: event.pointId, isRecalled: true }];
      return { ...state, cards: state.cards.map((card) => withDecisions(card, decided, isUndecided)) };
    }
    case 'user_message':
    case 'reply_started':
    case 'session_complete':
      return { ...state, cards: closed(state.cards) };
    default:
      return state;
  }
}

type Row = CompareCard['rows'][number];

function isUndecided(row: Row, pointId: string): boolean {
  return row.pointId === pointId && row.decision === null;
}

function closed(cards: CompareCard[]): CompareCard[] {
  return cards.some(({ isOpen }) => isOpen)
    ? cards.map((card) => (card.isOpen ? { ...card, isOpen: false } : card))
    : cards;
}

function withDecisions(
  card: CompareCard,
  answers: readonly CardAnswer[],
  isMeant: (row: Row, pointId: string) => boolean = (row, pointId) => row.pointId === pointId,
): CompareCard {
  const rows = card.rows.map((row) => {
    const answer = answers.find(({ pointId }) => isMeant(row, pointId));
    return answer ? { ...row, decision: answer.isRecalled ? ('recalled' as const) : ('missed' as const) } : row;
  });
  return { ...card, rows };
}

function withoutDecision(card: CompareCard, pointId: string): CompareCard {
  const rows = card.rows.map((row) =>
    row.pointId === pointId ? { ...row, decision: row.isCertain ? ('recalled' as const) : null } : row,
  );
  return { ...card, rows };
}

/** The state without the credit of this point. The session can then complete again. */
export function withoutCredit<State extends Omit<Shown, 'cards'>>(state: State, pointId: string): State {
  if (!state.recalledIds.includes(pointId)) return state;
  const { [pointId]: _, ...recalledBy } = state.recalledBy;
  const recalledIds = state.recalledIds.filter((id) => id !== pointId);
  return { ...state, recalledIds, recalledBy, overlay: false, overlayShown: false };
}

/**
 * Marks shown points as exposed. If no message is compared, the point that the person asked to see counts as asked for.
 */
export function withCard(hidden: RecallHidden, event: Event<'card_shown'>): RecallHidden {
  const { cardId, rows, messageId, seq } = event;
  const shown = event.hidden as ShownHidden;
  const pointIds = rows.flatMap(({ pointId, isCertain }) => (isCertain ? [] : [pointId]));
  const known: RecallHidden = {
    ...hidden,
    cards: withEntry(hidden.cards, { id: cardId, ...shown }),
    shownIds: [...hidden.shownIds, ...pointIds],
  };
  return pointIds.reduce((next, pointId) => {
    const { exposedFrom = seq, asked } = progressOf(next, pointId);
    const isAsked = messageId === undefined && pointId === shown.askedId;
    return withProgress(next, pointId, { exposedFrom, exposedLast: seq, ...(isAsked && { asked: asked + 1 }) });
  }, known);
}

/** Removes points from those that the messages of a reply recalled. */
export function withoutRecalled(hidden: RecallHidden, pointIds: readonly string[]): RecallHidden {
  const { inside } = hidden;
  const others = (ids: readonly string[]) => ids.filter((id) => !pointIds.includes(id));
  return withEvaluation({ ...hidden, inside: { ...inside, recalledIds: others(inside.recalledIds) } }, (found) => ({
    ...found,
    recalledIds: others(found.recalledIds),
  }));
}
