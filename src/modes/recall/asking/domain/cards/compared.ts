import type { EventBody } from '#session/domain/event.ts';
import type { ModeContext } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message } from '#session/protocol.ts';
import { piecesOf, stemsIn, tellingStems } from '#text/domain/key-terms.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import type { Rating } from '../../../scheduling/domain/reviews/rating.ts';
import { gradedAt } from '../credit.ts';
import { asksBack, isSmallTalk } from '../failed-attempt.ts';
import { intentOf } from '../intent.ts';
import { neighbourOf } from '../neighbour.ts';
import { nextPoint } from '../next-question.ts';
import { shownQuestion } from '../questions.ts';
import { isUnseen, progressOf, type RecallState, type ShownHidden, unchecked } from '../recall-state.ts';
import { saidToCard } from './in-words.ts';

type CardShown = Extract<EventBody, { type: 'card_shown' }>;
type Row = CardShown['rows'][number];
type Context = Pick<ModeContext<RecallState>, 'session' | 'state'>;

/** More points at once are hard to compare. */
const MAX_ROWS = 6;
const MAX_QUOTE_LENGTH = 240;

interface Found {
  readonly content: string;
  readonly verdicts: readonly PointVerdict[];
  /** The point whose question the message answers. */
  readonly askedId: string | null;
}

/**
 * The points that a message came near, for the person to decide: the one asked for first, then the nearest. A point
 * that a card has shown appears again only if the message states it whole and its row was left open. A message that is
 * a question gets no points. With a model, the model decides alone, unless it was undecided.
 */
export function nearPoints(
  { state }: Pick<Context, 'state'>,
  { content, verdicts, askedId }: Found,
): readonly PointVerdict[] {
  const { hidden } = state;
  if (!hidden || asksBack(content)) return [];
  const open = new Set(unchecked(state).flatMap(({ id }) => (isUnseen(state, id) ? [id] : [])));
  const isNear = ({ id, verdict, quote, isUncertain }: PointVerdict) =>
    (open.has(id) || (verdict === 'expressed' && rowLeftOpen(state, id) !== undefined)) &&
    verdict !== 'absent' &&
    quote !== '' &&
    (isUncertain === true || !hidden.hasModelTutor);
  const order = ({ id, confidence }: PointVerdict) => (id === askedId ? 2 : confidence);
  return verdicts.filter(isNear).toSorted((one, other) => order(other) - order(one));
}

/** The row of a point on a card that the person passed without deciding the row. */
function rowLeftOpen(state: RecallState, id: string) {
  const rows = state.cards.flatMap(({ isOpen, rows: own }) =>
    own.filter(({ pointId }) => pointId === id).map((row) => ({ ...row, isOpen })),
  );
  return rows.every(({ decision, isOpen }) => decision === null && !isOpen) ? rows[0] : undefined;
}

interface Compared {
  readonly cardId: string;
  readonly message: Pick<Message, 'id' | 'seq'>;
  readonly askedId: string | null;
  readonly near: readonly PointVerdict[];
  /** The verdicts that were credited without asking. */
  readonly certain: readonly PointVerdict[];
}

/** The cards for a message: full cards of certain points, and the card to decide on. */
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

/** The card for a message; null if no point came near. With a model, certain points need no card. */
function cardOf({ state }: Pick<Context, 'state'>, compared: Compared): CardShown | null {
  const { cardId, message, askedId, near, certain } = compared;
  const ticked = certain.slice(0, MAX_ROWS - (near.length > 0 ? 1 : 0));
  const shown = near.slice(0, MAX_ROWS - ticked.length);
  if (shown.length === 0 && (ticked.length === 0 || state.hidden?.hasModelTutor)) return null;
  const row =
    (isCertain: boolean) =>
    (verdict: PointVerdict): Row[] => {
      const point = state.hidden?.points.find(({ id }) => id === verdict.id);
      if (!state.hidden || !point) return [];
      const before = rowLeftOpen(state, point.id);
      if (before) {
        // It counts as before it was shown.
        const { decision: _, isOpen: __, ...kept } = before;
        return [{ ...kept, quote: shortened(verdict.quote) }];
      }
      const graded = gradedAt(progressOf(state.hidden, verdict.id), message.seq);
      return [rowOf(point, { quote: verdict.quote, isCertain, rating: graded.rating })];
    };
  const rest = near.slice(shown.length);
  const said = { askedId, saidBy: message.id, saidAt: message.seq };
  const hidden: ShownHidden = { ...said, ...(rest.length > 0 && { rest }) };
  return {
    type: 'card_shown',
    cardId,
    messageId: message.id,
    rows: [...ticked.flatMap(row(true)), ...shown.flatMap(row(false))],
    hidden,
  };
}

function rowOf(
  { id, text, question }: Point,
  { quote, isCertain, rating }: { readonly quote: string; readonly isCertain: boolean; readonly rating: Rating },
): Row {
  return {
    pointId: id,
    text,
    ...(question !== undefined && { question }),
    quote: shortened(quote),
    isCertain,
    ...(rating < 3 && { counts: rating === 1 ? 'again' : 'hard' }),
  };
}

function shortened(quote: string): string {
  return quote.length <= MAX_QUOTE_LENGTH ? quote : `${quote.slice(0, MAX_QUOTE_LENGTH).toWellFormed().trimEnd()}…`;
}

/**
 * The card for points that a message came near but its card did not show, of the latest such message; null if all were
 * shown.
 */
export function restOfCards({ session, state }: Context, newId: string): CardShown | null {
  const { hidden } = state;
  if (!hidden) return null;
  const open = new Set(unchecked(state).flatMap(({ id }) => (isUnseen(state, id) ? [id] : [])));
  for (const { askedId, saidBy, rest = [] } of hidden.cards.toReversed()) {
    const near = rest.filter(({ id }) => open.has(id));
    const message = session.messages.find(({ id }) => id === saidBy);
    const card = message && cardOf({ state }, { cardId: `card-${newId}-rest`, message, askedId, near, certain: [] });
    if (card) return card;
  }
  return null;
}

const LETTER = /^[\p{Script=Latin}]$/u;

/** The card that shows a point on request, beside the person's last attempt at it, if any. */
export function askedCard(
  context: Context,
  asking: { readonly cardId: string; readonly message: Message },
): CardShown | null {
  const { session, state } = context;
  const { hidden } = state;
  if (!hidden) return null;
  const open = unchecked(state).filter(({ id }) => isUnseen(state, id));
  const shown = shownQuestion(hidden);
  const current = open.find(({ id }) => id === shown?.probe?.pointId);
  const point = current ?? nextPoint(state, open).point;
  if (!point) return null;
  const aboutOthers = new Set([...hidden.cards.map(({ saidBy }) => saidBy), ...Object.values(state.recalledBy)]);
  const inView = [session.title, point.context, point.question ?? '', neighbourOf(state, point.id)?.text ?? ''];
  const wordsIn = wordsNear(point, stemsIn(inView));
  // A question can be answered in entirely different words: "tolerate" for "put up with".
  const answerIn = (said: string) =>
    point.question === undefined || isSmallTalk(said) || tellingStems(piecesOf(said)).length === 0 || isStray(said)
      ? ''
      : said.trim();
  // "G" is an answer only if a single letter can be one.
  const isStray = (said: string) =>
    LETTER.test(said.trim()) && !point.text.split(/[^\p{L}\p{M}]/u).some((word) => LETTER.test(word));
  const tries = session.messages.flatMap(({ author, thread, id, seq, content }) => {
    const isSince = author === 'person' && thread === TRUNK && seq >= (shown?.askedSince ?? 0);
    if (!current || !isSince || aboutOthers.has(id) || hidden.tangentIn === id || asksBack(content)) return [];
    // The yes or no answered a card.
    if (typeof saidToCard(content, [{ ...point, quote: '' }])?.isRecalled === 'boolean') return [];
    const quote = intentOf(content) === 'answers' ? wordsIn(content) || answerIn(content) : '';
    return quote === '' ? [] : [{ id, seq, quote }];
  });
  // Earlier words on the point that did not fit their card.
  const before = hidden.cards.flatMap(({ saidBy: id, saidAt: seq, rest = [] }) =>
    rest.flatMap(({ id: near, quote }) => (near === point.id ? [{ id, seq, quote }] : [])),
  );
  const { id: saidBy, seq: saidAt, quote = '' } = { ...asking.message, ...before.at(-1), ...tries.at(-1) };
  const said: ShownHidden = { askedId: point.id, saidBy, saidAt, ...(quote === '' && { isUntried: true }) };
  const { rating } = quote === '' ? { rating: 1 as const } : gradedAt(progressOf(hidden, point.id), saidAt);
  const rows = [rowOf(point, { quote, isCertain: false, rating })];
  return { type: 'card_shown', cardId: asking.cardId, rows, hidden: said };
}

/** Finds the sentence of a message with most words of a point that are not in view; empty without any. */
function wordsNear({ text }: Point, inView: ReadonlySet<string>): (content: string) => string {
  const wanted = new Set(tellingStems(piecesOf(text)).filter((stem) => !inView.has(stem)));
  return (content) => {
    const near = sentencesOf(content).map((sentence) => ({
      text: sentence.text.trim(),
      shared: tellingStems(piecesOf(sentence.text)).filter((stem) => wanted.has(stem)).length,
    }));
    const [best] = near.toSorted((one, other) => other.shared - one.shared);
    return best && best.shared > 0 ? best.text : '';
  };
}
