import { formulasIn } from '#text/domain/formulas.ts';
import { cut, oneLine } from '#text/domain/key-terms.ts';

import { smallTalkAt, smallTalkIn } from '../../../asking/domain/failed-attempt.ts';
import { gapLine, keyWordOf } from '../../../asking/domain/hints.ts';
import type { Point } from '../../../evaluator/domain/evaluation.ts';
import type { Guidance, TutorRequest } from '../tutor-request.ts';
import { fill, isGermanSet, type Words, wordsIn } from './words.ts';

const NO_GUIDANCE: Guidance = {
  isGerman: false,
  heading: '',
  neighbour: null,
  hasHint: true,
  hasRecalled: false,
  isFree: false,
  isOffer: false,
  isPast: false,
  openRows: 0,
  isCardNamed: false,
};

/** A tutor reply without a model. Equal requests get equal replies. */
export function composeReply(request: TutorRequest): string {
  const { begun } = request;
  const { isFree, isOffer, openRows, isCardNamed, isGerman } = request.guidance ?? NO_GUIDANCE;
  const words = wordsIn({ isGerman });
  if (openRows > 0) {
    const social = socialWords(request, words);
    const isHelp = request.intent === 'asks-hint' || request.intent === 'asks-to-be-told';
    if (isCardNamed || isHelp) return social || otherOf(words.cardWaits, { request, isSecond: isHelp });
    return `${social} ${words.recap.card[openRows === 1 ? 0 : 1]}`.trim();
  }
  if (begun) return goOn(request, { begun, words });
  const { tell, probe, newSubject } = request;
  const subject = newSubject === undefined || isFree ? '' : named(newSubject, words);
  return paragraphs([
    tell ? tellingOf(tell, words) : '',
    isOffer ? offerAfter(request, words) : '',
    request.intent === 'skips' && request.isNewPoint && probe ? otherOf(words.next, { request }) : '',
    subject === '' ? '' : fill(words.newSubject, subject),
    probe || isFree ? questionOf(request, words) : words.nothingLeft,
  ]);
}

/** Continues a reply after the words already shown: with the rest of the same reply, or with its question. */
function goOn(request: TutorRequest, { begun, words }: { begun: NonNullable<TutorRequest['begun']>; words: Words }) {
  const whole = composeReply({ ...request, tell: begun.told ?? request.tell, begun: null });
  if (whole.startsWith(begun.words)) return whole.slice(begun.words.length);
  return `${/\s$/u.test(begun.words) ? '' : ' '}${words.open.plain}`;
}

interface Alternating {
  readonly request: TutorRequest;
  /** Begins with the second sentence. */
  readonly isSecond?: boolean;
}

/** Alternates two sentences, so that neither is repeated directly. */
function otherOf([one, other]: readonly [string, string], { request, isSecond = false }: Alternating): string {
  const last = request.history.findLast(({ author }) => author === 'assistant')?.content ?? '';
  const [first, again] = isSecond ? [other, one] : [one, other];
  return last.includes(first) ? again : first;
}

/** Answers a greeting, thanks or a farewell; empty for other messages. */
function socialWords({ history }: TutorRequest, { smallTalk }: Words): string {
  const isFirst = history.filter(({ author }) => author === 'person').length < 2;
  const kind = smallTalkAt(history.at(-1)?.content ?? '', isFirst);
  return kind === 'greets' || kind === 'thanks' || kind === 'leaves' ? smallTalk[kind] : '';
}

/** Answers a message that is no attempt. */
function offerAfter(request: TutorRequest, words: Words): string {
  const { intent, history, probe, guidance } = request;
  const smallTalk = smallTalkIn(history.at(-1)?.content ?? '');
  const isAsked = probe !== null || guidance?.isFree === true;
  const social = socialWords(request, words);
  if (social !== '') return social;
  if (guidance?.isPast) return words.past;
  if (!isAsked) return intent === 'answers' && smallTalk === null ? words.cannotTell : '';
  const help =
    guidance?.hasHint === false ? words.noHint[probe?.rung === 'open' ? 1 : 0] : otherOf(words.offer, { request });
  const lead = intent === 'gives-up' ? words.fine : smallTalk === 'waits' ? words.takeTime : '';
  return `${lead} ${help}`.trim();
}

function questionOf(request: TutorRequest, words: Words): string {
  const { title, probe, guidance } = request;
  if (!probe) return freeQuestion(title, words);
  const { point, rung } = probe;
  const hinted = { title, point, neighbour: guidance?.neighbour?.text ?? '' };
  const question = point.question ?? openQuestion(request, words);
  const keyWord = rung === 'narrower' ? keyWordOf(hinted) : null;
  if (keyWord !== null) return paragraphs([question, fill(words.hints.keyWord, keyWord)]);
  const line = gapLine(rung, hinted);
  if (line === null) return question;
  const [open, close] = words.quotes;
  const lead = rung === 'cloze' ? words.hints.cloze : words.hints.letters;
  return paragraphs([point.question ?? '', lead, `${open}${line}${close}`]);
}

function openQuestion({ title, guidance, intent, isNewPoint }: TutorRequest, words: Words): string {
  const { neighbour, heading: written, hasRecalled } = guidance ?? NO_GUIDANCE;
  const heading = named(written, words);
  const place = heading || named(title, words) || words.thisSet;
  const beside = neighbour && besideWords(neighbour.text);
  if (neighbour && beside) return fill(neighbour.isBefore ? words.open.after : words.open.before, place, beside);
  const { title: ofTitle, moreOfTitle, heading: ofHeading, more } = words.open;
  if (heading !== '') return fill(isNewPoint && intent === 'skips' ? more : ofHeading, place);
  return fill(hasRecalled ? moreOfTitle : ofTitle, place);
}

const MAX_NEIGHBOUR_LENGTH = 160;

/** Endings whose full stop belongs to the last word: "509 v. Chr.", "U.S.". */
const ABBREVIATED = /(?<![\p{L}\p{N}])(?:[vn]\. ?Chr|\p{L}\. ?\p{L}|usw|etc|Jh|Jr|Inc)\.$/u;

/** A short point on one line, for use inside a question; otherwise empty. */
function besideWords(text: string): string {
  const whole = text.trim();
  const line = ABBREVIATED.test(whole) ? whole : withoutFinalMarks(whole);
  return line.length <= MAX_NEIGHBOUR_LENGTH && !/[\n“”„]/u.test(line) ? withoutDisplays(line) : '';
}

/** A display formula would separate the quotation marks around it. */
function withoutDisplays(line: string): string {
  const pieces = formulasIn(line).toReversed();
  return pieces.reduce(
    (text, { start, end, tex, isDisplay }) =>
      isDisplay ? `${text.slice(0, start)}\\(${tex.trim()}\\)${text.slice(end)}` : text,
    line,
  );
}

function freeQuestion(title: string, words: Words): string {
  return fill(words.free, named(title, words) || words.thisSet);
}

const MAX_NAME_LENGTH = 90;

/** A title or heading for use inside a sentence; can be empty. */
function named(text: string, { quotes: [open, close] }: Words): string {
  const name = cut(withoutFinalMarks(oneLine(text)), MAX_NAME_LENGTH);
  return name === '' ? '' : `${open}${name}${close}`;
}

function withoutFinalMarks(text: string): string {
  let end = text.length;
  while (end > 0 && '.:;,。 '.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** The first message of a session: asks for the set, or for a point with a stored question. */
export function composeOpening(title: string, points: readonly Point[], probe: Point | undefined): string {
  return probe?.question ?? freeQuestion(title, wordsIn({ isGerman: isGermanSet(title, points) }));
}

/**
 * Questions for a point without a stored one, in a session on it alone: first the one that names nothing, then by its
 * heading and by the title.
 */
export function openQuestionsFor(
  title: string,
  point: Point,
  points: readonly Point[],
): readonly [string, ...string[]] {
  const words = wordsIn({ isGerman: isGermanSet(title, points) });
  const [heading, name] = [named(point.context, words), named(title, words)];
  return [
    words.open.plain,
    ...(heading === '' ? [] : [fill(words.open.heading, heading)]),
    ...(name === '' ? [] : [fill(words.open.title, name)]),
  ];
}

/** The text that tells a point. */
export function tellingOf(point: Point, words: Words): string {
  const text = point.text.trim();
  return fill(text.includes('\n') ? words.told.replace(' {}', '\n\n{}') : words.told, text);
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
