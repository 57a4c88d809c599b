import { plainWords } from '#text/domain/segments.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { read } from '#text/domain/words.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import type { Guard, GuardedPoint } from './guard.ts';
import { hasContrary } from './matching.ts';
import { asWritten, says, saysAllOf, spokenIn, type SpokenWords, type TellingWord } from './spoken-words.ts';

/** A statement can lack one in this many telling words and still give the point away. */
const LACKS_ONE_IN = 5;
/** Combined with earlier words, one word can be missing only beside this many new ones. */
const MIN_NEW_WORDS = 2;
/** Minimum number of fresh words for combining several sentences. */
const MIN_WORDS_TO_COMBINE = 3;
/** A sentence with a smaller share of a point is not about it, unless the point is asked for. */
const MIN_SHARE = 0.33;
/** Number of words before a sentence that are read with it, and their maximum length in characters. */
const WORDS_BEFORE = 60;
const MAX_BEFORE_LENGTH = 1_200;
/** A line of at most this many words, as in a list, is read together with the next one. */
const SHORT_LINE = 2;
const MAX_ASKED_LENGTH = 2_000;
/** Maximum length of text examined for a telling. */
const MAX_TOLD_LENGTH = 20_000;

/**
 * The open points that a sentence gives away, given the text before it. A statement gives a point away with nearly all
 * of its telling words; a question or a cloze line only with all of them. Numbers must always be present.
 */
export function givenAwayBy(sentence: string, before: string, guard: Guard): readonly Point[] {
  const { lexicon } = guard;
  const { saidIds, rest } = verbatimIn(sentence, guard);
  let earlier: SpokenWords | undefined;
  let asked: SpokenWords | undefined;
  const said: Saying = {
    spoken: spokenIn(shortLinesAt(before) + rest, lexicon),
    asks: asks(sentence),
    inReply: (word) => says((earlier ??= spokenIn(lastWords(before), lexicon)), word),
    inQuestion: (word) => says((asked ??= spokenIn(guard.asked.slice(-MAX_ASKED_LENGTH), lexicon)), word),
  };
  return guard.open
    .filter((guarded) => (saidIds.has(guarded.point.id) ? !isRepeated(guarded, guard) : isSaid(guarded, said, guard)))
    .map(({ point }) => point);
}

/**
 * The points that a sentence states word for word, and the rest of the sentence: words that two points share count only
 * for the stated one.
 */
function verbatimIn(sentence: string, { written, open }: Guard): { saidIds: ReadonlySet<string>; rest: string } {
  const saidIds = new Set<string>();
  const wordless = new Set(open.flatMap(({ point, words }) => (words.length === 0 ? [point.id] : [])));
  let rest = asWritten(sentence);
  const whole = rest;
  for (const { id, text } of written) {
    if (text === '' || !rest.includes(text) || (text.length < MIN_VERBATIM && !wordless.has(id))) continue;
    saidIds.add(id);
    rest = rest.replaceAll(text, ' ');
  }
  return { saidIds, rest: rest === whole ? sentence : rest };
}

/** Signs that can turn a text into its opposite. */
const SIGN = /[\p{Sm}\\^_]|(?<!\p{L})[-−]/u;

function isRepeated(guarded: GuardedPoint, guard: Guard): boolean {
  const { fresh, words, point } = guarded;
  const isTurned = SIGN.test(point.text) || read(point.text, guard.lexicon).words.some(({ isNegator }) => isNegator);
  if (isTurned && !guard.wrote(point.text)) return false;
  return words.length > 0 && isEcho(guarded, fresh.length > 0 ? fresh : words, guard);
}

/** A shorter point can be part of another sentence. */
const MIN_VERBATIM = 20;

/** The open points that a whole reply gives away. `before` is the text it continues. */
export function givenAwayIn(reply: string, before: string, guard: Guard): readonly Point[] {
  const given = new Set<Point>();
  let said = before;
  for (const { text } of sentencesOf(reply)) {
    for (const point of givenAwayBy(text, said, guard)) given.add(point);
    said = said.slice(-MAX_BEFORE_LENGTH) + text;
  }
  return [...given];
}

/** Whether a text states a point in any number of sentences: nearly all of its telling words, and all numbers. */
export function saysPoint(text: string, pointId: string, guard: Guard): boolean {
  const { point, words } = guard.pointOf(pointId) ?? {};
  if (!point || !words) return false;
  if (saysAllOf(text, point.text)) return true;
  const spoken = spokenIn(text.slice(0, MAX_TOLD_LENGTH), guard.lexicon);
  const missing = words.filter((word) => !says(spoken, word));
  return (
    missing.length < words.length &&
    missing.length <= Math.floor(words.length / LACKS_ONE_IN) &&
    !missing.some(({ isNumber }) => isNumber)
  );
}

interface Saying {
  readonly spoken: SpokenWords;
  readonly asks: boolean;
  /** Whether the reply used a word before this sentence. */
  readonly inReply: (word: TellingWord) => boolean;
  /** The same for the previous question, which concerns the point asked for. */
  readonly inQuestion: (word: TellingWord) => boolean;
}

function isSaid(guarded: GuardedPoint, said: Saying, guard: Guard): boolean {
  const { point, words } = guarded;
  const fresh = guarded.fresh.filter(({ stem }) => !guard.shared.has(stem));
  // A point without a word that distinguishes it from known points is given away only word for word.
  const here = words.filter((word) => says(said.spoken, word));
  // Words in view give nothing away.
  if (!here.some((word) => fresh.includes(word))) return false;
  if (!isComplete({ words, fresh, here, isProbe: point.id === guard.probeId }, said)) return false;
  return !isEcho(
    guarded,
    fresh.filter((word) => here.includes(word) || said.inReply(word)),
    guard,
  );
}

interface Found extends Pick<GuardedPoint, 'words' | 'fresh'> {
  /** The words of the point that the sentence has. */
  readonly here: readonly TellingWord[];
  /** Whether the point is the one asked for. */
  readonly isProbe: boolean;
}

/** Whether a sentence, with the words before it, reveals enough of a point. */
function isComplete({ words, fresh, here, isProbe }: Found, said: Saying): boolean {
  const isEarlier = (word: TellingWord) => said.inReply(word) || (isProbe && said.inQuestion(word));
  // "The capital of France" is in view, so "It is Paris" says the rest. For other points, one new word is a
  // coincidence.
  const needed = isProbe || fresh.length > 1 ? fresh : words;
  const missing = needed.filter((word) => !here.includes(word));
  const isAboutIt = isProbe || here.length / words.length >= MIN_SHARE;
  if (missing.length === 0 && isAboutIt) return true;
  const brought = fresh.filter((word) => here.includes(word));
  if (isProbe && tellsNumber(brought, () => words.filter((word) => here.includes(word) || isEarlier(word)).length > 1))
    return true;

  const further = brought.filter((word) => !isEarlier(word));
  const gathers = (isProbe || fresh.length >= MIN_WORDS_TO_COMBINE) && further.length > 0;
  const left = gathers ? missing.filter((word) => !isEarlier(word)) : missing;
  if (gathers && left.length === 0) return true;
  if (said.asks || !isAboutIt || left.length > Math.floor(words.length / LACKS_ONE_IN)) return false;
  if (left.length < missing.length && further.length < MIN_NEW_WORDS) return false;
  return left.every(({ stem, isNumber }) => !isNumber && !hasContrary(stem, said.spoken.vocabulary));
}

/** Minimum digits of a number that is significant alone, such as a year. */
const LONG_NUMBER = 3;
/** Maximum value of a number that is common in any text. */
const COMMON_NUMBER = 2;

/**
 * The number of the point asked for must not appear in a question, in any wording: "Was it 1066?" Small numbers count
 * only with another word of the point, here or in the question.
 */
function tellsNumber(brought: readonly TellingWord[], hasOthers: () => boolean): boolean {
  return brought.some(({ isNumber, stem }) => {
    const digits = stem.replace(/\D/gu, '');
    return isNumber && (digits.length >= LONG_NUMBER || (Number(digits) > COMMON_NUMBER && hasOthers()));
  });
}

/** Whether a sentence ends with a question mark or has gaps. */
function asks(sentence: string): boolean {
  return /[?？؟]["'”’»)\]*_\s]*$|_{2,}|\.{3,}|…|\[\s*\]/u.test(sentence);
}

/** A statement with many more words than the point is a word list; picking the right ones gives the point away. */
const STATEMENT_PER_WORD = 2;
const STATEMENT_BASE = 6;

/**
 * Whether a reply only repeats what the person stated: all it says of the point, if stated in this message; the whole
 * point, if stated earlier. Questions, denials and guesses are not statements.
 */
function isEcho({ point, words, fresh }: GuardedPoint, brought: readonly TellingWord[], guard: Guard): boolean {
  if (guard.deniedIds.has(point.id)) return false;
  const longest = STATEMENT_BASE + STATEMENT_PER_WORD * words.length;
  return guard
    .stated()
    .some(
      ({ spoken, length, isEarlier }) =>
        length <= longest && (isEarlier ? fresh : brought).every((word) => says(spoken, word)),
    );
}

function lastWords(before: string): string {
  const recent = before.slice(-MAX_BEFORE_LENGTH);
  const starts = [...recent.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(-WORDS_BEFORE);
  return recent.slice(starts[0]?.index ?? 0);
}

/** The short lines at the end of a text. */
function shortLinesAt(before: string): string {
  if (!before.endsWith('\n')) return '';
  const lines = before.slice(-MAX_BEFORE_LENGTH).split('\n');
  return lines.slice(lines.findLastIndex((line) => plainWords(line).length > SHORT_LINE) + 1).join('\n');
}
