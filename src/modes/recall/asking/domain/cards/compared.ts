import type { EventBody } from '#session/domain/event.ts';
import type { ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message } from '#session/protocol.ts';
import { functionWords } from '#text/domain/function-words.ts';

import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import { isQuestion, isSmallTalk, isToTheTutor } from '../failed-attempt.ts';
import { foldedMessage, intentOf, isFiller } from '../intent.ts';
import { nextPoint } from '../next-question.ts';
import { evaluationOf, shownQuestion } from '../questions.ts';
import { isUntold, type RecallState, type ShownHidden, unchecked } from '../recall-state.ts';
import { answerInWords } from './in-words.ts';

type CardShown = Extract<EventBody, { type: 'card_shown' }>;
type Row = CardShown['rows'][number];
type Context = Pick<ModeContext<RecallState>, 'session' | 'state'>;

/** More points at once are hard to compare. */
const MAX_ROWS = 6;
const MAX_QUOTE_LENGTH = 240;
/** "Adenosine?" is an answer, "Is it adenosine?" would have the point shown. */
const MAX_GUESS_WORDS = 2;

interface Found {
  /** Those that a card showed and nobody decided; omitted: those that none showed. */
  readonly isShown?: true;
  readonly content: string;
  readonly verdicts: readonly PointVerdict[];
  /** The point whose question the message answers. */
  readonly askedId: string | null;
}

/**
 * The points that a message came near, for the person to decide: the one asked for first, then the nearest. A question
 * shows none. A model decides alone, unless it could not.
 */
export function nearPoints(
  { state }: Pick<Context, 'state'>,
  { isShown, content, verdicts, askedId }: Found,
): readonly PointVerdict[] {
  const { hidden } = state;
  if (!hidden || asksBack(content)) return [];
  const undecided = new Map(
    state.cards
      .toReversed()
      .flatMap(({ rows }) =>
        rows.flatMap(({ pointId, decision, quote }) => (decision === null ? [[pointId, quote] as const] : [])),
      ),
  );
  const isFor = (id: string) => (isShown ? undecided.has(id) : isUntold(hidden, id));
  const open = new Set(unchecked(state).flatMap(({ id }) => (isFor(id) ? [id] : [])));
  const isNear = ({ id, verdict, quote, isUncertain }: PointVerdict) =>
    open.has(id) && verdict !== 'absent' && quote !== '' && (isUncertain === true || !hidden.hasModelTutor);
  const order = ({ id, confidence }: PointVerdict) => (id === askedId ? 2 : confidence);
  const near = verdicts.filter(isNear).toSorted((one, other) => order(other) - order(one));
  // What was said before the point was shown is graded, so it is what stands beside it.
  return isShown ? near.map((verdict) => ({ ...verdict, quote: undecided.get(verdict.id) ?? '' })) : near;
}

/** Whether a message only asks, and is no guess. */
export function asksBack(content: string): boolean {
  return isQuestion(content) && content.trim().split(/\s+/u).length > MAX_GUESS_WORDS;
}

interface Compared {
  readonly cardId: string;
  readonly message: Pick<Message, 'id' | 'seq'>;
  readonly askedId: string | null;
  readonly near: readonly PointVerdict[];
  /** The verdicts that were credited alone. */
  readonly certain: readonly PointVerdict[];
}

/** The cards for a message: full ones of what is certain, and the one to decide on. */
export function cardsOf(context: Pick<Context, 'state'>, compared: Compared): readonly CardShown[] {
  const { cardId, certain } = compared;
  const full = context.state.hidden?.hasModelTutor ? 0 : Math.floor(certain.length / MAX_ROWS);
  return Array.from({ length: full + 1 }, (_, at) => ({
    ...compared,
    cardId: at === full ? cardId : `${cardId}-${at + 1}`,
    near: at === full ? compared.near : [],
    certain: certain.slice(at * MAX_ROWS, at === full ? undefined : (at + 1) * MAX_ROWS),
  })).flatMap((each) => cardOf(context, each) ?? []);
}

/** The card for a message; null if nothing came near. With a model, what is certain needs no card. */
function cardOf({ state }: Pick<Context, 'state'>, compared: Compared): CardShown | null {
  const { cardId, message, askedId, near, certain } = compared;
  const ticked = certain.slice(0, MAX_ROWS - (near.length > 0 ? 1 : 0));
  const shown = near.slice(0, MAX_ROWS - ticked.length);
  if (shown.length === 0 && (ticked.length === 0 || state.hidden?.hasModelTutor)) return null;
  const pointOf = (id: string) => state.hidden?.points.find((point) => point.id === id);
  const row =
    (isCertain: boolean) =>
    (verdict: PointVerdict): Row[] => {
      const point = pointOf(verdict.id);
      return point ? [rowOf(point, shortened(verdict.quote), isCertain)] : [];
    };
  const hidden: ShownHidden = { askedId, saidBy: message.id, saidAt: message.seq };
  return {
    type: 'card_shown',
    cardId,
    messageId: message.id,
    rows: [...ticked.flatMap(row(true)), ...shown.flatMap(row(false))],
    hidden,
  };
}

function rowOf({ id, text, question }: Point, quote: string, isCertain: boolean): Row {
  return { pointId: id, text, ...(question !== undefined && { question }), quote, isCertain };
}

function shortened(quote: string): string {
  return quote.length <= MAX_QUOTE_LENGTH ? quote : `${quote.slice(0, MAX_QUOTE_LENGTH).toWellFormed().trimEnd()}…`;
}

/** A second card for a message that came near more points than one card holds; null if all were shown. */
export function restOfCard(
  context: Context,
  before: { readonly cardId: string; readonly newId: string },
): CardShown | null {
  const { session, state } = context;
  const shown = state.hidden?.cards[before.cardId];
  const message = session.messages.find(({ id }) => id === shown?.saidBy);
  if (!shown || !message || shown.isUntried !== undefined) return null;
  const { verdicts = [] } = evaluationOf(state.hidden, message.id) ?? {};
  const near = nearPoints(context, { content: message.content, verdicts, askedId: shown.askedId });
  return cardOf(context, { cardId: `card-${before.newId}`, message, askedId: shown.askedId, near, certain: [] });
}

/** The card that shows a point when the person asks for it: beside what they tried last, if they tried. */
export function askedCard(
  context: Context,
  asking: { readonly cardId: string; readonly message: Message },
): CardShown | null {
  const { session, state } = context;
  const { hidden } = state;
  if (!hidden) return null;
  const open = unchecked(state).filter(({ id }) => isUntold(hidden, id));
  const shown = shownQuestion(hidden);
  const current = open.find(({ id }) => id === shown?.probe?.pointId);
  const point = current ?? nextPoint(state, open).point;
  if (!point) return null;
  const aboutOthers = new Set([
    ...Object.values(hidden.cards).map(({ saidBy }) => saidBy),
    ...Object.values(state.recalledBy),
  ]);
  const isTry = ({ author, thread, id, seq, content }: Message) =>
    author === 'person' &&
    thread === TRUNK &&
    id !== asking.message.id &&
    !aboutOthers.has(id) &&
    hidden.tangentIn !== id &&
    seq >= (shown?.askedSince ?? 0) &&
    isAttempt(content);
  const tried = current && session.messages.findLast(isTry);
  const { id: saidBy, seq: saidAt } = tried ?? asking.message;
  const said: ShownHidden = { askedId: point.id, saidBy, saidAt, ...(!tried && { isUntried: true }) };
  const rows = [rowOf(point, shortened(tried?.content ?? ''), false)];
  return { type: 'card_shown', cardId: asking.cardId, rows, hidden: said };
}

/** Whether a message may be an answer at all. */
function isAttempt(content: string): boolean {
  const folded = foldedMessage(content);
  if (intentOf(content) !== 'answers' || isFiller(folded)) return false;
  // "Was" and "how so" ask without a question mark.
  if (folded.split(' ').every((word) => functionWords.has(word) || !/\p{L}|\p{N}/u.test(word))) return false;
  const isAside = isSmallTalk(content) || isToTheTutor(content) || answerInWords(content) !== null;
  return !asksBack(content) && !isAside;
}
