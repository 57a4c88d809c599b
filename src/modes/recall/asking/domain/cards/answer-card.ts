import { assert } from '#kernel/assert.ts';
import { cleanText } from '#kernel/clean-text.ts';
import { entryOf } from '#kernel/entries.ts';
import { refuse } from '#kernel/refusal.ts';
import type { EventBody } from '#session/domain/event.ts';
import type { Decision, ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionCommand } from '#session/protocol.ts';

import { ratingOf } from '../../../scheduling/domain/reviews/rating.ts';
import type { CardAnswer, CompareCard } from '../../protocol.ts';
import { gradedAt } from '../credit.ts';
import { foldedMessage, intentOf } from '../intent.ts';
import { leftToAsk } from '../next-question.ts';
import { progressOf, type RecalledHidden, type RecallState, type ReopenedHidden, unchecked } from '../recall-state.ts';
import { restOfCards } from './compared.ts';
import { leadOf, repeatsAnswer, rowsNamed, saidToCard } from './in-words.ts';

/** Id prefix of the turns in which the tutor asks the next question after an answer. */
const NEXT_TURN = 'next-';

/** A turn in which the tutor asks the next question. */
export function ownTurn(newId: string, about: Omit<ReopenedHidden, 'isOwn'> = {}): EventBody {
  const hidden: ReopenedHidden = { isOwn: true, ...about };
  return { type: 'turn_reopened', messageId: `${NEXT_TURN}${newId}`, thread: TRUNK, hidden };
}

type Context = ModeContext<RecallState>;
type Row = CompareCard['rows'][number];

/** Decides rows of a card. If the card waits for an answer, the tutor then continues in a separate turn. */
export function answerCard(
  context: Context,
  { cardId, answers }: { readonly cardId: string; readonly answers: readonly CardAnswer[] },
): Decision {
  const { session, state } = context;
  if (session.status === 'complete') return refuse('session-over', 'This session is over. Begin a new one to go on.');
  if (session.stack.length > 1)
    return refuse('not-here', 'The card waits where you left. Return to the session first.');
  const card = state.cards.find((each) => each.cardId === cardId);
  if (!card) return refuse('no-card', 'There is no such card in this session.');
  const meant = answersTo(card, answers);
  if (meant.length === 0 && !card.isOpen) return refuse('no-card', 'These points are decided already.');
  const resumed: EventBody[] = session.status === 'paused' ? [{ type: 'session_resumed' }] : [];
  const answered = answerEvents(context, card, meant);
  return { ok: true, events: [...resumed, ...answered, ...nextEvents(context, card, answered)] };
}

const KEYS: Readonly<Record<string, boolean>> = { 1: true, 2: false };
const SEVERAL_KEYS = /^[12](?:[,;]? +[12])+$/u;

/** "1 2 1": a key for each row in order, or for each open row. Empty if their number fits neither. */
function answersByKeys({ rows }: CompareCard, content: string): readonly CardAnswer[] {
  if (!SEVERAL_KEYS.test(content.trim())) return [];
  const keys = content.match(/[12]/gu) ?? [];
  const meant = [rows, rows.filter(({ decision }) => decision === null)].find(({ length }) => length === keys.length);
  return meant?.map(({ pointId }, at) => ({ pointId, isRecalled: KEYS[keys[at] ?? ''] === true })) ?? [];
}

/** Whether a message is, word for word, an open point that a card does not have. */
export function isOtherPoint(state: RecallState, { rows }: CompareCard, content: string): boolean {
  const said = foldedMessage(content);
  const isOther = (id: string, text: string) =>
    rows.every(({ pointId }) => pointId !== id) && said !== '' && foldedMessage(text) === said;
  return unchecked(state).some(({ id, text }) => isOther(id, text));
}

/**
 * Handles a message at an open card: words such as "yes" and "not quite" answer it, even before other content. Without
 * a model, any other message leaves the card open until it comes near a point. Undefined if the conversation continues
 * past the card.
 */
export function messageAtCard(
  context: Context,
  { id, content, thread }: Extract<SessionCommand, { type: 'user_message' }>,
): Decision | undefined {
  const { session, state } = context;
  const card = state.cards.at(-1);
  const isElsewhere = session.stack.length > 1 || (thread !== undefined && thread !== TRUNK);
  if (!card?.isOpen || isElsewhere || session.turn !== null) return undefined;
  // The keys of a card, typed in the composer.
  const key = KEYS[content.trim()];
  const whole = key === undefined ? saidToCard(content, card.rows) : { isRecalled: key, isAll: false, isMore: false };
  const lead = key === undefined && whole?.isMore !== false ? leadOf(content) : '';
  const said = lead === '' ? whole : saidToCard(lead, card.rows);
  const isLeft = intentOf(content) === 'skips' || state.hidden?.hasModelTutor === true;
  // The spine refuses these commands.
  if (session.status === 'complete' || session.messages.some((message) => message.id === id)) return undefined;
  const resumed: EventBody[] = session.status === 'paused' ? [{ type: 'session_resumed' }] : [];
  const message: EventBody = { type: 'user_message', messageId: id, thread: TRUNK, content: cleanText(content) };
  const { isRecalled = null, isAll = false } = said ?? {};
  const named = key === undefined ? rowsNamed(content, card.rows.length).map((at) => card.rows[at]) : [];
  const byKeys = answersByKeys(card, content);
  const meant = isOtherPoint(state, card, content)
    ? []
    : isRecalled === null
      ? named.filter((row) => row?.decision === null)
      : rowsMeant(card, { content: lead || content, isAll });
  if (meant.length === 0 && byKeys.length === 0) {
    if (!whole && isLeft) return undefined;
    return { ok: true, events: [...resumed, message, { type: 'card_reopened', cardId: card.cardId }] };
  }
  const answers = answersTo(card, [
    ...byKeys,
    ...meant.flatMap((row) => (row ? [{ pointId: row.pointId, isRecalled: isRecalled ?? true }] : [])),
  ]);
  const rest = lead === '' ? restOfCards(context, context.newId) : null;
  return { ok: true, events: [...resumed, message, ...answerEvents(context, card, answers), ...(rest ? [rest] : [])] };
}

/**
 * The rows that "yes" and "not quite" answer: the only open one, or the ticked ones. None if the words are ambiguous.
 */
function rowsMeant(
  { rows }: CompareCard,
  { content, isAll }: { readonly content: string; readonly isAll: boolean },
): readonly Row[] {
  const left = rows.filter(({ decision }) => decision === null);
  const [only, ...others] = left;
  if (isAll) return left;
  if (only === undefined || others.length > 0) return rows.filter(({ isCertain }) => isCertain);
  return repeatsAnswer(content, only) ? [] : [only];
}

/** The answers that decide something: on open rows, and changes of ticked rows. */
function answersTo({ rows }: CompareCard, answers: readonly CardAnswer[]): readonly CardAnswer[] {
  const byPoint = new Map(answers.map((answer) => [answer.pointId, answer]));
  return rows.flatMap(({ pointId, decision, isCertain, counts }): CardAnswer[] => {
    const given = byPoint.get(pointId);
    if (!given) return [];
    // A recall after help is never easy.
    const answer = given.grade === 'easy' && counts ? { pointId, isRecalled: given.isRecalled } : given;
    const isChange = isCertain && decision === 'recalled' && (!answer.isRecalled || answer.grade !== undefined);
    return decision === null || isChange ? [answer] : [];
  });
}

/** The answers, and the credits that follow from them. */
function answerEvents({ state }: Context, card: CompareCard, answers: readonly CardAnswer[]): EventBody[] {
  const credited = answers.filter(({ pointId, isRecalled }) => isRecalled && !state.recalledIds.includes(pointId));
  const missed = answers.filter(({ pointId, isRecalled }) => !isRecalled && state.recalledIds.includes(pointId));
  const before = state.recalledIds.length - missed.length;
  return [
    { type: 'card_answered', cardId: card.cardId, answers: [...answers] },
    ...credited.map((answer, index): EventBody => {
      const hidden = creditOf(state, card, answer);
      return {
        type: 'point_recalled',
        pointId: answer.pointId,
        messageId: hidden.messageId,
        recalledCount: before + index + 1,
        totalPoints: state.pointIds.length,
        hidden,
      };
    }),
  ];
}

/** The credit is graded at the message beside which the point was first shown; the quote is the one on this card. */
function creditOf(
  { hidden, cards }: RecallState,
  answered: CompareCard,
  { pointId, grade }: CardAnswer,
): RecalledHidden {
  const isOpen = (row: Row) => row.pointId === pointId && row.decision === null;
  const first = cards.find(({ rows }) => rows.some(isOpen)) ?? answered;
  const shown = hidden && entryOf(hidden.cards, first.cardId);
  const said = hidden && entryOf(hidden.cards, answered.cardId);
  assert(hidden && shown && said, 'cards are answered where the points are known');
  const { saidAt, isUntried } = shown;
  const graded = isUntried ? ({ rating: 1 } as const) : gradedAt(progressOf(hidden, pointId), saidAt);
  return {
    messageId: said.saidBy,
    confidence: 1,
    quote: answered.rows.find((row) => row.pointId === pointId)?.quote ?? '',
    ...graded,
    ...(grade && { rating: ratingOf(grade) }),
    isSelfChecked: true,
  };
}

/** The overlay, a card with the remaining points that the message came near, or the next question. */
function nextEvents(context: Context, card: CompareCard, answered: readonly EventBody[]): EventBody[] {
  const { session, state, newId } = context;
  const recalled = answered.flatMap((event) => (event.type === 'point_recalled' ? [event] : []));
  const last = recalled.at(-1);
  const end: EventBody = { type: 'session_complete_overlay' };
  if (last?.recalledCount === state.pointIds.length) return state.overlayShown ? [] : [end];
  if (!card.isOpen || session.turn !== null) return [];
  const rest = restOfCards(context, newId);
  if (rest) return [rest];
  const isAtEnd = state.overlayShown && state.hidden?.hasModelTutor !== true && leftToAsk(state).length === 0;
  if (isAtEnd) return state.overlay ? [] : [end];
  return [ownTurn(newId, last ? { recalledIds: recalled.map(({ pointId }) => pointId) } : {})];
}

/** Takes back the answer to a row. The tutor asks the next question if none is pending. */
export function undoCardAnswer(
  { state }: Context,
  { cardId, pointId }: { readonly cardId: string; readonly pointId: string },
): Decision {
  const row = state.cards.find((card) => card.cardId === cardId)?.rows.find((each) => each.pointId === pointId);
  if (!row || row.decision === (row.isCertain ? 'recalled' : null)) return { ok: true, events: [] };
  return { ok: true, events: [{ type: 'card_answer_undone', cardId, pointId }] };
}
