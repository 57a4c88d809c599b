import type { Reading } from '#text/domain/words.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { contrariesIn, vocabularyOf } from '../../../evaluator/domain/evidence/matching.ts';
import { saysAllOf } from '../embedded/leak.ts';
import type { Guard } from './guard.ts';
import {
  bringsSomething,
  earlierWords,
  LONGEST_BEFORE,
  NOTHING,
  pointAt,
  type Seen,
  seenIn,
  termsOf,
} from './reading/seen.ts';
import { sentencesOf } from './reading/sentences.ts';
import { LONE_MARK, tokensOf } from './reading/token-reading.ts';

/** A statement may lack one in so many key words and still give the point away. */
const LACKS_ONE_IN = 5;
/** Where some words are put together from before, one may lack only beside so many new ones. */
const LEAST_FURTHER = 2;
/** Words of several sentences are put together for a point of at least this many new words. */
const LEAST_TO_GATHER = 3;
/** A sentence that has less of a point than this is not about it, unless that is asked for. */
const LEAST_SHARE = 0.33;
/** So much of a text is read for what it was to tell. */
const LONGEST_TOLD = 20_000;

/**
 * The open points that a sentence gives away, said after `before`. A statement gives a point away with nearly all of
 * its telling words, a question or a line with gaps only with all of them. Numbers are never left out.
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

/** The open points that a whole reply gives away. `before`: what it goes on with. */
export function givenAwayIn(reply: string, before: string, guard: Guard): readonly Point[] {
  const given = new Set<Point>();
  let said = before;
  for (const sentence of sentencesOf(reply)) {
    for (const point of givenAwayBy(sentence, said, guard)) given.add(point);
    said = said.slice(-LONGEST_BEFORE) + sentence;
  }
  return [...given];
}

const FAR: Seen = { reading: { words: [], clauses: [], hasNegator: false }, met: new Map() };

/** Whether no word of a sentence can bring anything: nearly all sentences have none that does, and need no reading. */
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

/**
 * Whether a text as a whole says a point: nearly all of its telling words stand in it, numbers never left out. For what
 * was to be told, wherever and in how many sentences that was.
 */
export function saysPoint(text: string, place: number, guard: Guard): boolean {
  const point = pointAt(place, guard);
  if (!point) return false;
  if (saysAllOf(text, point.text)) return true;
  const met = seenIn(text.slice(0, LONGEST_TOLD), guard, new Set([place])).met.get(place) ?? NOTHING;
  const terms = termsOf(place, guard);
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
  const terms = termsOf(place, guard);
  const fresh = guard.freshTerms(place);
  const isProbe = place === guard.probe;
  // "The capital of France" stands above: "It is Paris" says the rest. For other points one new word is chance.
  const isFree = (term: number) => (isProbe || fresh.size > 1) && !fresh.has(term);
  const missing = [...terms.keys()].filter((term) => !said.met.has(term) && !isFree(term));
  const isAboutIt = isProbe || said.met.size / terms.length >= LEAST_SHARE;
  if (missing.length === 0 && isAboutIt) return true;
  if (isProbe && tellsNumber(place, said, guard)) return true;

  const further = [...said.met].filter((term) => !said.earlier.has(term) && fresh.has(term));
  const gathers = (isProbe || fresh.size >= LEAST_TO_GATHER) && further.length > 0;
  const left = gathers ? missing.filter((term) => !said.earlier.has(term)) : missing;
  if (gathers && left.length === 0) return true;

  if (said.asks || !isAboutIt || left.length > Math.floor(terms.length / LACKS_ONE_IN)) return false;
  if (left.length < missing.length && further.length < LEAST_FURTHER) return false;
  const vocabulary = vocabularyOf(said.reading);
  return left.every((term) => {
    const { stem, isNumber } = terms[term] ?? { stem: '', isNumber: true };
    return !isNumber && contrariesIn(stem, vocabulary).length === 0;
  });
}

/** From so many digits on a number tells by itself: a year is no chance. */
const LONG_NUMBER = 3;
/** Up to here a number stands in any talk. */
const COMMON_NUMBER = 2;

/**
 * The number of the point that is asked for is what a question may never have in it, in whatever other words it is put:
 * "Was it 1066?" Small ones are chance, unless another word of the point stands with them or stood in the question.
 */
function tellsNumber(place: number, { met, earlier }: Saying, guard: Guard): boolean {
  const fresh = guard.freshTerms(place);
  return [...met].some((term) => {
    const { isNumber, stem } = termsOf(place, guard)[term] ?? { isNumber: false, stem: '' };
    if (!isNumber || !fresh.has(term)) return false;
    const digits = stem.replace(/\D/gu, '');
    return digits.length >= LONG_NUMBER || (Number(digits) > COMMON_NUMBER && new Set([...met, ...earlier]).size > 1);
  });
}

/** Ends with a question mark, or has gaps to be filled. */
function asks(sentence: string): boolean {
  return /[?？؟]["'”’»)\]*_\s]*$|_{2,}|\.{3,}|…|\[\s*\]/u.test(sentence);
}

/**
 * Whether a reply only gives back what the person has stated: in this message, all that it says of the point; or
 * earlier, the whole of it. Not what they asked, denied or offered as one of several guesses.
 */
function isEcho(place: number, met: ReadonlySet<number>, guard: Guard): boolean {
  if (guard.denied.has(place)) return false;
  const fresh = guard.freshTerms(place);
  const brought = [...met].filter((term) => fresh.has(term));
  const longest = STATEMENT_BASE + STATEMENT_PER_TERM * termsOf(place, guard).length;
  return guard.stated().some(({ met: theirs, words, isEarlier }) => {
    const terms = theirs.get(place);
    if (!terms || words > longest) return false;
    return (isEarlier ? [...fresh] : brought).every((term) => terms.has(term));
  });
}

/** A statement with many more words than the point is a list of words: to choose the right ones tells. */
const STATEMENT_PER_TERM = 2;
const STATEMENT_BASE = 6;

/** A point of signs alone is given away as it is written. */
function pointsWithoutWords(sentence: string, { index, open }: Guard): readonly number[] {
  return index.withoutWords.filter((place) => {
    const written = index.points[place]?.text.trim() ?? '';
    return open.has(place) && written !== '' && sentence.includes(written);
  });
}
