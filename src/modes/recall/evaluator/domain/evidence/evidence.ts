import { stemOf } from '#text/domain/stems.ts';
import type { Word } from '#text/domain/word.ts';

import type { Alignment, MessageIndex } from './alignment.ts';
import { comparisonsIn, flipsComparison } from './comparison-flip.ts';
import { disputeOf } from './disputes.ts';
import { contrariesIn } from './matching.ts';
import { deniedStems, isDenied } from './negation.ts';
import { hasPlaceholder } from './placeholders.ts';
import { plainText, type PointTerms } from './point-terms.ts';
import { isSwapped } from './roles.ts';
import type { Scope } from './scope.ts';

/** Clauses without content words allowed around the verbatim text. */
const NEAR_CLAUSES = 2;
/** Words that add no meaning beside a verb, before a clause or before a number. */
const PARTICLES = new Set(
  'up off down out after because works happens way reason roughly approximately simply say called'
    .split(' ')
    .map(stemOf),
);

/** The evidence of the aligned clauses for a point, from 0 to 1 unless noted. */
export interface Evidence {
  /** Two words of the point changed places. */
  readonly isSwapped: boolean;
  /** Weighted share of the point's words that were said. */
  readonly covered: number;
  /** The same for words that were not in the conversation before. */
  readonly coveredNew: number;
  /** The same, counting words of the conversation as said. */
  readonly coveredInContext: number;
  /** Share of the point's words, including function words, that appear in the clauses in the same order. */
  readonly sequence: number;
  /** Share of the clauses' new content words that belong to the point. */
  readonly precision: number;
  /** Share of the point's adjacent words that appear near each other, in order. */
  readonly ordered: number;
  readonly hasExactText: boolean;
  readonly isWholeMessage: boolean;
  /** A list of words without connection, unless the point is one. */
  readonly isListed: boolean;
  /** Uses a vague word like "something" for what the point names. */
  readonly hasPlaceholder: boolean;
  /** Share of the matched words whose negation differs. */
  readonly denied: number;
  readonly differsInNegation: boolean;
  /** A word of the point is missing and its opposite is there. */
  readonly hasContrary: boolean;
  /** The same for a word that rarely carries much meaning, such as "over". */
  readonly hasLightContrary: boolean;
  /** A number of the point is missing and another number is there. */
  readonly hasOtherNumber: boolean;
  readonly missesNumber: boolean;
  /** A number of the point is there. */
  readonly hasNumber: boolean;
  /** A question, unless the point is one. */
  readonly isQuestion: boolean;
  /** Counts. */
  readonly termCount: number;
  readonly newTermCount: number;
  readonly metNew: number;
  /** Words of the conversation that were repeated. */
  readonly metKnown: number;
  /** Repeats words of the question but not a number or letter that goes with them there. */
  readonly dropsName: boolean;
  /** Content words of its sentences that are neither in the point nor in the conversation. */
  readonly foreignWords: number;
  /** All words of its sentences. */
  readonly words: number;
  /** A word of the point is missing and another word is there, so one may stand in the other's place. */
  readonly hasExchange: boolean;
  /** Another sentence of the message speaks against the point. */
  readonly isDisputed: boolean;
}

/** Words of the aligned clauses. */
function alignedWords({ clauses }: Alignment, { reading }: MessageIndex): readonly Word[] {
  return clauses.flatMap((clause) => {
    const { from, to } = reading.clauses[clause] ?? { from: 0, to: 0 };
    return reading.words.slice(from, to);
  });
}

interface Found {
  readonly alignment: Alignment;
  readonly scope: Scope;
  readonly message: MessageIndex;
}

export function evidenceOf(point: PointTerms, { alignment, scope, message }: Found): Evidence {
  const words = alignedWords(alignment, message);
  const place = { message, words, stems: new Set(point.reading.words.map((word) => word.stem)) };
  const isForeign = ({ stem, isContent }: Word): boolean =>
    isContent &&
    !alignment.termOf.has(stem) &&
    !message.known.has(stem) &&
    !PARTICLES.has(stem) &&
    !/\p{sc=Hiragana}/u.test(stem);
  const fresh = words.filter(
    ({ stem, isContent }) => (isContent || alignment.termOf.has(stem)) && !message.known.has(stem),
  );
  const exact = exactText(point, alignment, message);
  return {
    ...coverage(point, alignment),
    ...contradictions(point, alignment, place),
    isSwapped: isSwapped(point, alignment, words),
    precision: fresh.length === 0 ? 1 : 1 - words.filter(isForeign).length / fresh.length,
    sequence: longestSequence(point, place),
    ordered: orderKept(point, alignment, words),
    hasExactText: exact !== null,
    isWholeMessage: exact === 'whole',
    isListed:
      isListed(words, alignment.clauses.length, shareInOrder(words, alignment)) &&
      !isListed(point.reading.words, point.reading.clauses.length, 1),
    hasPlaceholder: hasPlaceholder(point, alignment, words),
    foreignWords: scope.words.filter(isForeign).length,
    words: scope.words.length,
    hasExchange: hasExchange(point, alignment, { words: scope.bestWords, isForeign }),
    isDisputed: scope.others.some(disputeOf(point, { alignment, message })),
  };
}

/** Below this likeness, a word does not stand for the point's. */
const STANDS_FROM = 0.75;

function hasExchange(
  point: PointTerms,
  { termOf, strengths }: Alignment,
  { words, isForeign }: { readonly words: readonly Word[]; readonly isForeign: (word: Word) => boolean },
): boolean {
  if (!words.some(isForeign)) return false;
  const met = new Set(words.flatMap(({ stem }) => termOf.get(stem) ?? []));
  return point.terms.some((_, index) => !met.has(index) || (strengths[index] ?? 0) < STANDS_FROM);
}

/** Words separated by commas, or with hardly any connecting word and out of order. */
function isListed(words: readonly Word[], clauses: number, inOrder: number): boolean {
  if (words.length >= 4 && clauses >= 3 && words.length / clauses <= 2.2) return true;
  const share = words.filter((word) => word.isContent).length / Math.max(1, words.length);
  return (share === 1 && words.length >= 3 && inOrder < 0.7) || (share >= 0.7 && words.length >= 6 && inOrder < 0.55);
}

const MAX_ORDERED = 40;

/** The longest run of the point's words in its order, with gaps allowed, as a share of the matched words. */
function shareInOrder(words: readonly Word[], { termOf }: Alignment): number {
  const terms = [...new Set(words.flatMap((word) => termOf.get(word.stem) ?? []))].slice(0, MAX_ORDERED);
  const longest: number[] = [];
  for (const [at, term] of terms.entries()) {
    const before = longest.filter((_, earlier) => (terms[earlier] ?? 0) < term);
    longest[at] = 1 + Math.max(0, ...before);
  }
  return terms.length === 0 ? 1 : Math.max(...longest) / terms.length;
}

const NAMING_LETTER = /^(?:#a|[b-hj-z])$/;

function coverage(point: PointTerms, { strengths }: Alignment) {
  let [total, said, totalNew, saidNew, inContext] = [0, 0, 0, 0, 0];
  let newTermCount = 0;
  let metNew = 0;
  let [metKnown, namesDropped] = [0, 0];
  for (const [index, { stem, weight, isKnown, isNumber }] of point.terms.entries()) {
    const strength = strengths[index] ?? 0;
    total += weight;
    said += weight * strength;
    inContext += weight * (isKnown ? 1 : strength);
    if (!isKnown) {
      totalNew += weight;
      saidNew += weight * strength;
      newTermCount += 1;
      if (strength > 0) metNew += 1;
    } else if (strength > 0) metKnown += 1;
    else if (isNumber || NAMING_LETTER.test(stem)) namesDropped += 1;
  }
  return {
    covered: total === 0 ? 0 : said / total,
    coveredNew: totalNew === 0 ? (total === 0 ? 0 : said / total) : saidNew / totalNew,
    coveredInContext: total === 0 ? 0 : inContext / total,
    termCount: point.terms.length,
    newTermCount,
    metNew,
    metKnown,
    dropsName: metKnown > 0 && namesDropped > 0,
  };
}

interface Place {
  readonly message: MessageIndex;
  /** The aligned words. */
  readonly words: readonly Word[];
  /** All stems of the point, including function words. */
  readonly stems: ReadonlySet<string>;
}

function contradictions(point: PointTerms, alignment: Alignment, { message, words, stems }: Place) {
  const { reading } = message;
  const clauses = alignment.clauses.flatMap((clause) => reading.clauses[clause] ?? []);
  const here = new Set(words.map((word) => word.stem));
  const deniedHere = deniedStems(reading, clauses);
  const deniedThere = deniedStems(point.reading, point.reading.clauses);
  const met = words.filter((word) => alignment.termOf.has(word.stem));
  const differing = met.filter((word) => {
    const term = point.terms[alignment.termOf.get(word.stem) ?? 0];
    return term !== undefined && deniedHere.has(word.stem) !== deniedThere.has(term.stem);
  });
  /** Excludes words that stand for another word of the point, as "reduced" does for "less" if "grew" is missing. */
  const standsFor = (stem: string, wanted: string): boolean => {
    const other = point.terms[alignment.termOf.get(stem) ?? -1];
    return other === undefined || other.stem === wanted || other.stem === stem || here.has(other.stem);
  };
  const isOpposed = (wanted: string): boolean =>
    contrariesIn(wanted, message.vocabulary).some(
      (stem) => here.has(stem) && standsFor(stem, wanted) && isMoreOften(stem, words, point.reading.words),
    );
  const missing = point.terms.filter((_, index) => (alignment.strengths[index] ?? 0) < 0.95);
  const missingNumbers = missing.filter((term) => term.isNumber);
  return {
    denied: met.length === 0 ? 0 : differing.length / met.length,
    differsInNegation: isDenied(reading, clauses) !== isDenied(point.reading, point.reading.clauses),
    hasContrary:
      missing.some((term) => !term.isLight && isOpposed(term.stem)) ||
      flipsComparison(comparisonsIn(plainText(point.point.text)), message.comparisons),
    hasLightContrary: missing.some((term) => term.isLight && isOpposed(term.stem)),
    missesNumber: missingNumbers.some((term) => !term.isKnown),
    hasNumber: point.terms.some((term, index) => term.isNumber && alignment.strengths[index] === 1),
    hasOtherNumber:
      missingNumbers.length > 0 &&
      words.some(({ isNumber, stem }) => isNumber && !message.known.has(stem) && !isNumberOf(stem, stems)),
    isQuestion:
      clauses.some((clause) => clause.isQuestion) && !point.reading.clauses.some((clause) => clause.isQuestion),
  };
}

/** Also a year without its century. */
function isNumberOf(number: string, stems: ReadonlySet<string>): boolean {
  return stems.has(number) || [...stems].some((stem) => /^\d{4}$/.test(stem) && stem.slice(2) === number);
}

function isMoreOften(stem: string, here: readonly Word[], there: readonly Word[]): boolean {
  const countIn = (words: readonly Word[]): number => words.filter((word) => word.stem === stem).length;
  return countIn(here) > countIn(there);
}

const MAX_PLACES = 5;

/** Share of the point's adjacent words that appear within five words of each other, in the same order. */
function orderKept(point: PointTerms, alignment: Alignment, words: readonly Word[]): number {
  const places = new Map<number, number[]>();
  for (const [place, word] of words.entries()) {
    const term = alignment.termOf.get(word.stem);
    if (term === undefined) continue;
    const known = places.get(term);
    if (!known) places.set(term, [place]);
    else if (known.length < MAX_PLACES) known.push(place);
  }
  const pairCount = point.terms.length - 1;
  if (pairCount < 1) return places.size > 0 ? 1 : 0;
  let kept = 0;
  for (let term = 0; term < pairCount; term += 1) {
    const near = (places.get(term) ?? []).some((left) =>
      (places.get(term + 1) ?? []).some((right) => right > left && right - left <= 5),
    );
    if (near) kept += 1;
  }
  return kept / pairCount;
}

/** Whether the point appears verbatim in the aligned clauses, and whether the message contains nothing else. */
function exactText(point: PointTerms, alignment: Alignment, { reading }: MessageIndex): 'whole' | 'part' | null {
  const wanted = point.reading.words;
  const first = reading.clauses[Math.max(0, (alignment.clauses[0] ?? 0) - NEAR_CLAUSES)]?.from ?? 0;
  const last =
    reading.clauses[Math.min(reading.clauses.length, (alignment.clauses.at(-1) ?? 0) + 1 + NEAR_CLAUSES) - 1]?.to ??
    first;
  for (let start = first; start + wanted.length <= last; start += 1) {
    if (wanted.every((word, index) => reading.words[start + index]?.form === word.form))
      return reading.words.length === wanted.length ? 'whole' : 'part';
  }
  return null;
}

const MAX_SEQUENCE = 48;

/** The longest common subsequence of stems, as a share of the point. */
function longestSequence(point: PointTerms, { words, stems }: Place): number {
  const left = point.reading.words.slice(0, MAX_SEQUENCE);
  const right = words.filter((word) => stems.has(word.stem)).slice(0, MAX_SEQUENCE);
  let row = new Uint8Array(right.length + 1);
  for (const word of left) {
    const next = new Uint8Array(right.length + 1);
    for (let index = 0; index < right.length; index += 1) {
      next[index + 1] =
        right[index]?.stem === word.stem ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0);
    }
    row = next;
  }
  return left.length === 0 ? 0 : (row.at(-1) ?? 0) / left.length;
}
