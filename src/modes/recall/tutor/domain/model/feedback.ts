import type { SessionState } from '#session/protocol.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import type { Word } from '#text/domain/word.ts';
import { read } from '#text/domain/words.ts';

import {
  type LastEvaluation,
  type RecallState,
  type ReplyPlan,
  unchecked,
} from '../../../asking/domain/recall-state.ts';
import { titlesOf } from '../../../asking/domain/session-sets.ts';
import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import { ownWordsOf } from '../../../evaluator/domain/own-words.ts';
import { isInflected, type TellingWord, tellingWordsOf } from '../reply-check/spoken-words.ts';

interface Turn {
  readonly session: SessionState;
  readonly state: RecallState;
  readonly plan: ReplyPlan;
}

const MAX_NEAR_MISSES = 4;
const MAX_QUOTE_LENGTH = 200;
const MAX_NOTE_LENGTH = 600;

/**
 * The findings on the last message, for the tutor. Code writes them from the verdicts, because no evaluator reliably
 * follows these rules: the evaluator's own words are passed on only for the point that the tutor asks for now, without
 * sentences that contain words of another open point. Of other points the tutor learns which of the person's words
 * recalled one, came near one or do not hold.
 */
export function feedbackFor(reading: LastEvaluation, turn: Turn): string {
  if (reading.failure) return UNREAD;
  const isTheirs = ownWordsOf(messageOf(reading, turn.session));
  const names = otherPointsNamed(reading, turn);
  const isAsked = (id: string) => id === turn.plan.probe?.pointId;
  const recalled = new Set(reading.recalledIds);
  const quoteOf = ({ id, quote }: PointVerdict): string =>
    isTheirs(quote, textOf(id, turn.state)) ? quoted(quote) : '';
  const lines = [answerLine(reading)];
  for (const verdict of reading.verdicts.filter(({ id }) => recalled.has(id)))
    lines.push(recalledLine(quoteOf(verdict)));
  const others = reading.verdicts.filter(({ id, verdict }) => !recalled.has(id) && verdict !== 'absent');
  const near = others.toSorted((one, other) => Number(isAsked(other.id)) - Number(isAsked(one.id)));
  for (const verdict of near.slice(0, MAX_NEAR_MISSES)) {
    const said = nearLine(verdict, quoteOf(verdict));
    if (isAsked(verdict.id)) lines.push(`${said} It is about the point to ask for. ${notedOn(verdict, names)}`.trim());
    else lines.push(said);
  }
  if (recalled.size + others.length === 0) lines.push('Nothing of the open points was said.');
  return lines.filter((line) => line !== '').join('\n');
}

/** The parts that the last message lacks of the point to ask for; empty if the message is about another point. */
export function missingFor(reading: LastEvaluation, turn: Turn): string {
  const { verdict, missing = '' } = reading.verdicts.find(({ id }) => id === turn.plan.probe?.pointId) ?? {};
  const isNear = verdict === 'partial' || verdict === 'contradicted' || verdict === 'expressed';
  return !isNear || otherPointsNamed(reading, turn)(missing) ? '' : oneLine(missing);
}

const UNREAD =
  'The message could not be read: nobody knows whether it holds. Do not say that it does, or that it does not.';

/** States whether the message answers its question. A reply must not repeat these lines, so they are curt. */
function answerLine({ askedFor, recalledIds, verdicts }: LastEvaluation): string {
  if (askedFor === undefined || askedFor === null) return '';
  if (recalledIds.includes(askedFor)) return 'Answer to the question: right.';
  const verdict = verdicts.find(({ id }) => id === askedFor)?.verdict ?? 'absent';
  if (verdict === 'contradicted') return 'Answer to the question: wrong.';
  if (verdict !== 'absent') return 'Answer to the question: right in part.';
  return recalledIds.length > 0 ? 'Answer to the question: none, but something else that holds.' : '';
}

function recalledLine(quote: string): string {
  return quote === '' ? 'Recalled by this message.' : `Recalled with ${quote}.`;
}

function nearLine({ verdict }: PointVerdict, quote: string): string {
  const said = quote === '' ? 'Something in it' : `They said ${quote}. That`;
  if (verdict === 'contradicted') return `${said} does not hold.`;
  return `${said} comes near one of the open points, but is imprecise.`;
}

/** The evaluator's observation, for the point asked for. */
function notedOn({ observation }: PointVerdict, names: (text: string) => boolean): string {
  const noted = sentencesOf(observation.slice(0, 4 * MAX_NOTE_LENGTH)).filter(({ text }) => !names(text));
  return oneLine(noted.map(({ text }) => text).join(''));
}

/** Whether a text has a telling word of an open point other than the turn's that is not in view yet. */
function otherPointsNamed(reading: LastEvaluation, { session, state, plan }: Turn): (text: string) => boolean {
  const points = state.hidden?.points ?? [];
  const { lexicon, tellingWords } = tellingWordsOf(points);
  const isTurns = ({ id }: Point) => id === plan.probe?.pointId || id === plan.tellId;
  const open = new Set(unchecked(state).filter((point) => !isTurns(point)));
  const inView = [
    titlesOf(session, state),
    messageOf(reading, session).slice(0, 20_000),
    ...points.map((point) => point.context),
    ...points.filter((point) => !open.has(point)).map((point) => point.text),
  ];
  const known = new Set(read(inView.join('\n'), lexicon).words.map((word) => word.stem));
  const named = [...open].flatMap(({ id }) => tellingWords.get(id) ?? []);
  // A mere synonym is as likely to describe the answer: "unit", "cause", "direction".
  const isNamed = (word: Word) => (telling: TellingWord) =>
    telling.stem === word.stem || isInflected(telling.form, word.form);
  return (text) =>
    read(text, lexicon).words.some((word) => word.isContent && !known.has(word.stem) && named.some(isNamed(word)));
}

function messageOf({ messageId }: LastEvaluation, { messages }: SessionState): string {
  return messages.find(({ id }) => id === messageId)?.content ?? '';
}

function textOf(pointId: string, { hidden }: RecallState): string {
  return hidden?.points.find(({ id }) => id === pointId)?.text ?? '';
}

function quoted(quote: string): string {
  const text = quote.replace(/\s+/gu, ' ').trim();
  if (text === '') return '';
  return `“${text.length <= MAX_QUOTE_LENGTH ? text : `${text.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…`}”`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, MAX_NOTE_LENGTH).toWellFormed();
}
