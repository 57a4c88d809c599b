import type { Reading } from '#text/domain/words.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { contrariesIn, vocabularyOf } from '../../../evaluator/domain/evidence/matching.ts';
import { saysAllOf } from '../embedded/leak.ts';
import type { Guard } from './guard.ts';
import {
  bringsSomething,
  earlierWords,
  MAX_BEFORE_LENGTH,
  NOTHING,
  pointAt,
  type Seen,
  seenIn,
  termsAt,
} from './reading/seen.ts';
import { sentencesOf } from './reading/sentences.ts';
import { LONE_MARK, tokensOf } from './reading/token-reading.ts';

/** A statement may lack one in this many key words and still give the point away. */
const LACKS_ONE_IN = 5;
/** Combined with earlier words, one may be missing only beside this many new ones. */
const MIN_NEW_WORDS = 2;
/** Minimum number of new words for combining several sentences. */
const MIN_WORDS_TO_COMBINE = 3;
/** A sentence with a smaller share of a point is not about it, unless the point is asked for. */
const MIN_SHARE = 0.33;
/** Maximum length of text examined for a telling. */
const MAX_TOLD_LENGTH = 20_000;

/**
 * The open points that a sentence gives away, given the text before it. A statement gives a point away with nearly
 * all of its telling words; a question or a cloze line only with all of them. Numbers must always be present.
 */
export function givenAwayBy(sentence: string, before: string, guard: Guard): readonly Point[] {
  const given = new Set(pointsWithoutWords(sentence, guard));
  const { reading, met: here } = isFar(sentence, guard) ? FAR : seenIn(sentence, guard);
  const isAsking = asks(sentence);
  for (const [place, met] of here) {
    if (!bringsSomething(place, met, guard)) continue;
    const earlier = earlierWords(before, guard);
    const said = { met, earlier: earlier.all(place), reading, asks: isAsking };
    if (isSaid(place, said, guard) && !isEcho(place, new Set([...met, ...earlier.reply(place)]), guard))
      given.add(place);
  }
  return [...given].map((place) => pointAt(place, guard)).filter((point) => point !== undefined);
}

/** The open points that a whole reply gives away. `before` is the text it continues. */
export function givenAwayIn(reply: string, before: string, guard: Guard): readonly Point[] {
  const given = new Set<Point>();
  let said = before;
  for (const sentence of sentencesOf(reply)) {
    for (const point of givenAwayBy(sentence, said, guard)) given.add(point);
    said = said.slice(-MAX_BEFORE_LENGTH) + sentence;
  }
  return [...given];
}

const FAR: Seen = { reading: { words: [], clauses: [], hasNegator: false }, met: new Map() };

/** Whether no word of a sentence can matter. True for nearly all sentences, which then need no further analysis. */
function isFar(sentence: string, guard: Guard): boolean {
  let endsWithSingle = false;
  for (const token of tokensOf(sentence)) {
    if (LONE_MARK.test(token)) continue;
    const { hits, isOdd, hasSingle } = guard.index.tokenIn(token);
    if (isOdd || (hasSingle && endsWithSingle)) return false;
    if (hits.some(({ point, term }) => guard.open.has(point) && guard.freshTerms(point).has(term))) return false;
    endsWithSingle = hasSingle;
  }
  return true;
}

/** Whether a text says a point in any number of sentences: nearly all of its telling words, and all numbers. */
export function saysPoint(text: string, place: number, guard: Guard): boolean {
  const point = pointAt(place, guard);
  if (!point) return false;
  if (saysAllOf(text, point.text)) return true;
  const met = seenIn(text.slice(0, MAX_TOLD_LENGTH), guard, new Set([place])).met.get(place) ?? NOTHING;
  const terms = termsAt(place, guard);
  const missing = [...terms.keys()].filter((term) => !met.has(term));
  const mayLack = Math.floor(terms.length / LACKS_ONE_IN);
  return met.size > 0 && missing.length <= mayLack && missing.every((term) => !terms[term]?.isNumber);
}

interface Saying {
  readonly met: ReadonlySet<number>;
  readonly earlier: ReadonlySet<number>;
  readonly reading: Reading;
  readonly asks: boolean;
}

function isSaid(place: number, said: Saying, guard: Guard): boolean {
  const terms = termsAt(place, guard);
  const fresh = guard.freshTerms(place);
  const isProbe = place === guard.probe;
  // "The capital of France" was said before, so "It is Paris" says the rest. For other points, one new word is
  // chance.
  const isFree = (term: number) => (isProbe || fresh.size > 1) && !fresh.has(term);
  const missing = [...terms.keys()].filter((term) => !said.met.has(term) && !isFree(term));
  const isAboutIt = isProbe || said.met.size / terms.length >= MIN_SHARE;
  if (missing.length === 0 && isAboutIt) return true;
  if (isProbe && tellsNumber(place, said, guard)) return true;

  const further = [...said.met].filter((term) => !said.earlier.has(term) && fresh.has(term));
  const gathers = (isProbe || fresh.size >= MIN_WORDS_TO_COMBINE) && further.length > 0;
  const left = gathers ? missing.filter((term) => !said.earlier.has(term)) : missing;
  if (gathers && left.length === 0) return true;

  if (said.asks || !isAboutIt || left.length > Math.floor(terms.length / LACKS_ONE_IN)) return false;
  if (left.length < missing.length && further.length < MIN_NEW_WORDS) return false;
  const vocabulary = vocabularyOf(said.reading);
  return left.every((term) => {
    const { stem, isNumber } = terms[term] ?? { stem: '', isNumber: true };
    return !isNumber && contrariesIn(stem, vocabulary).length === 0;
  });
}

/** Minimum digits of a number that is significant alone, such as a year. */
const LONG_NUMBER = 3;
/** Maximum value of a number that is common in any text. */
const COMMON_NUMBER = 2;

/**
 * The number of the point asked for must not appear in a question, however it is worded: "Was it 1066?" Small numbers
 * count only with another word of the point, here or in the question.
 */
function tellsNumber(place: number, { met, earlier }: Saying, guard: Guard): boolean {
  const fresh = guard.freshTerms(place);
  return [...met].some((term) => {
    const { isNumber, stem } = termsAt(place, guard)[term] ?? { isNumber: false, stem: '' };
    if (!isNumber || !fresh.has(term)) return false;
    const digits = stem.replace(/\D/gu, '');
    return digits.length >= LONG_NUMBER || (Number(digits) > COMMON_NUMBER && new Set([...met, ...earlier]).size > 1);
  });
}

/** Ends with a question mark, or has gaps. */
function asks(sentence: string): boolean {
  return /[?？؟]["'”’»)\]*_\s]*$|_{2,}|\.{3,}|…|\[\s*\]/u.test(sentence);
}

/**
 * Whether a reply only repeats what the person stated: in this message, all it says of the point; earlier, the whole
 * point. Questions, denials and guesses are not statements.
 */
function isEcho(place: number, met: ReadonlySet<number>, guard: Guard): boolean {
  if (guard.denied.has(place)) return false;
  const fresh = guard.freshTerms(place);
  const brought = [...met].filter((term) => fresh.has(term));
  const longest = STATEMENT_BASE + STATEMENT_PER_TERM * termsAt(place, guard).length;
  return guard.stated().some(({ met: theirs, words, isEarlier }) => {
    const terms = theirs.get(place);
    if (!terms || words > longest) return false;
    return (isEarlier ? [...fresh] : brought).every((term) => terms.has(term));
  });
}

/** A statement with many more words than the point is a word list; selecting the right ones gives the point away. */
const STATEMENT_PER_TERM = 2;
const STATEMENT_BASE = 6;

/** A point of symbols only is given away verbatim. */
function pointsWithoutWords(sentence: string, { index, open }: Guard): readonly number[] {
  return index.withoutWords.filter((place) => {
    const written = index.points[place]?.text.trim() ?? '';
    return open.has(place) && written !== '' && sentence.includes(written);
  });
}
