import type { SessionState } from '#session/protocol.ts';
import type { Word } from '#text/domain/word.ts';
import { read } from '#text/domain/words.ts';

import type { LastEvaluation, RecallState, ReplyPlan } from '../../../asking/domain/recall-state.ts';
import { unchecked } from '../../../asking/domain/recall-state.ts';
import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import { ownWordsOf } from '../../../evaluator/domain/own-words.ts';
import { indexOf } from '../reply-check/reading/point-index.ts';
import { sentencesOf } from '../reply-check/reading/sentences.ts';

interface Turn {
  readonly session: SessionState;
  readonly state: RecallState;
  readonly plan: ReplyPlan;
}

const MAX_NEAR_MISSES = 4;
const MAX_QUOTE_LENGTH = 200;
const MAX_NOTE_LENGTH = 600;

/**
 * What the tutor learns about the last message. Code writes it from the verdicts, because no evaluator reliably
 * follows these rules: missing parts are named only for points asked for, told or recalled; for other near-misses,
 * only the person's words and that they were imprecise. Of the evaluator's own sentences, only those remain whose
 * content words are all in view.
 */
export function feedbackFor(reading: LastEvaluation, turn: Turn): string {
  if (reading.failure) return UNREAD;
  const isTheirs = ownWordsOf(messageOf(reading, turn.session));
  const { isHidden, isInView } = wordsInView(reading, turn);
  const recalled = new Set(reading.recalledIds);
  const free = new Set([...recalled, turn.plan.probe?.pointId, turn.plan.tellId]);
  const quoteOf = ({ id, quote }: PointVerdict): string =>
    isTheirs(quote, textOf(id, turn.state)) && !isHidden(quote) ? quote : '';
  const observation = ({ id, observation: noted }: PointVerdict): string =>
    free.has(id) ? sentencesInView(noted, isInView) : '';
  const lines: string[] = [];
  for (const verdict of reading.verdicts.filter(({ id }) => recalled.has(id)))
    lines.push(line(recalledWith(quoteOf(verdict)), observation(verdict)));
  const others = reading.verdicts.filter(({ id, verdict }) => !recalled.has(id) && verdict !== 'absent');
  const near = others.toSorted((one, other) => Number(free.has(other.id)) - Number(free.has(one.id)));
  for (const verdict of near.slice(0, MAX_NEAR_MISSES)) {
    const isProbe = free.has(verdict.id);
    lines.push(
      line(
        `${nearMiss(verdict, quoteOf(verdict))}${isProbe ? ' It is about what was asked for.' : ''}`,
        observation(verdict),
      ),
    );
  }
  const note = sentencesInView(reading.feedback, isInView);
  if (note !== '' && recalled.size + others.length > 0) lines.push(note);
  return lines.length > 0 ? lines.join('\n') : 'Nothing of the open points was said.';
}

const UNREAD =
  'The message could not be read: nobody knows whether it holds. Do not say that it does, or that it does not.';

function recalledWith(quote: string): string {
  return quote === '' ? 'Recalled by this message.' : `Recalled with ${quoted(quote)}.`;
}

function nearMiss({ verdict }: PointVerdict, quote: string): string {
  const said = quote === '' ? 'Something in it' : `They said ${quoted(quote)}. That`;
  if (verdict === 'contradicted') return `${said} does not hold.`;
  return `${said} comes near one of the open points, but is imprecise.`;
}

function quoted(quote: string): string {
  const text = quote.replace(/\s+/gu, ' ').trim();
  return `“${text.length <= MAX_QUOTE_LENGTH ? text : `${text.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…`}”`;
}

function line(said: string, observation: string): string {
  return observation === '' ? said : `${said} ${observation}`;
}

/** What an evaluator may say about any answer, whatever the point. */
const OF_ANSWERS =
  `accurate accurately precise precisely imprecise exact exactly vague loose wrong wrongly right correct
  correctly incorrect incorrectly true false fine good well clear unclear partly partial partially almost nearly complete
  completely full fully core idea point points detail details number figure unit year date name term word words wording
  order direction reverse reversed swapped mixed confused confusion missing misses lack lacks lacking left omitted stated
  states said says named names mentioned mentions described explained recalled recalls knows known learner person answer
  message they ask asked again look closer only just own example part parts half both first second third one two other
  others cause effect reason why how when where which still yet rather instead`.split(/\s+/u);

interface InView {
  /** A telling word of an open point that is not in view. */
  readonly isHidden: (text: string) => boolean;
  /**
   * Every content word is in view or describes an answer, because open points could be named in other words or
   * another language.
   */
  readonly isInView: (text: string) => boolean;
}

/** In view are the message, the title, the headings, and the points the tutor may know. */
function wordsInView(reading: LastEvaluation, { session, state, plan }: Turn): InView {
  const index = indexOf(state.hidden?.points ?? []);
  const places = new Map(index.points.map((point, place) => [point.id, place]));
  const known = (point: Point) => state.recalledIds.includes(point.id) || isTurns(point, plan);
  const inView = [
    session.title,
    messageOf(reading, session).slice(0, 20_000),
    ...index.points.map((point) => point.context),
  ];
  for (const point of index.points) if (known(point)) inView.push(point.text);
  const stems = new Set(read(inView.join('\n'), index.lexicon).words.map((word) => word.stem));
  const open = new Set(
    unchecked(state)
      .filter((point) => !isTurns(point, plan))
      .map((point) => places.get(point.id)),
  );
  const ofAnswers = new Set(read(OF_ANSWERS.join(' '), index.lexicon).words.map((word) => word.stem));
  const strange = (text: string) =>
    read(text, index.lexicon).words.filter((word) => word.isContent && !stems.has(word.stem));
  const isOpen = (word: Word) => index.hitsOf(word).some(({ point }) => open.has(point));
  return {
    isHidden: (text) => strange(text).some(isOpen),
    isInView: (text) => strange(text).every((word) => ofAnswers.has(word.stem) && !isOpen(word)),
  };
}

function messageOf({ messageId }: LastEvaluation, { messages }: SessionState): string {
  return messages.find(({ id }) => id === messageId)?.content ?? '';
}

function textOf(pointId: string, { hidden }: RecallState): string {
  return hidden?.points.find(({ id }) => id === pointId)?.text ?? '';
}

function isTurns({ id }: Point, plan: ReplyPlan): boolean {
  return id === plan.probe?.pointId || id === plan.tellId;
}

function sentencesInView(text: string, isInView: (text: string) => boolean): string {
  const kept = sentencesOf(text.slice(0, 4 * MAX_NOTE_LENGTH)).filter((sentence) => isInView(sentence));
  return kept.join('').replace(/\s+/gu, ' ').trim().slice(0, MAX_NOTE_LENGTH).toWellFormed();
}
