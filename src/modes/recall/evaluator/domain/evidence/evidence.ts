import { stemOf } from '#text/domain/stems.ts';
import type { Word } from '#text/domain/word.ts';

import type { Alignment, MessageIndex } from './alignment.ts';
import { contrariesIn, matchesOf } from './matching.ts';
import { deniedStems, isDenied } from './negation.ts';
import { hasPlaceholder } from './placeholders.ts';
import type { PointTerms } from './point-terms.ts';
import { rolesOf, type Roles } from './roles.ts';

/** Clauses without content words allowed around the verbatim text. */
const NEAR_CLAUSES = 2;
/** Words that add no meaning beside a verb or before a clause. */
const PARTICLES = new Set(['up', 'off', 'down', 'out', 'after', 'because'].map(stemOf));

/** What the aligned clauses show about a point, from 0 to 1 unless noted. */
export interface Evidence extends Roles {
  /** Weighted share of the point's words that were said. */
  readonly covered: number;
  /** The same for words that were not in the conversation before. */
  readonly coveredNew: number;
  /** The same, counting words of the conversation as said. */
  readonly coveredInContext: number;
  /** Share said anywhere in the message. */
  readonly coveredAnywhere: number;
  /** Share of the point's words, including function words, that appear in the clauses in the same order. */
  readonly sequence: number;
  /** Share of the clauses' new content words that belong to the point. */
  readonly precision: number;
  /** Share of the point's adjacent words that appear near each other, in order. */
  readonly ordered: number;
  /** Weight of the heaviest missing word, as a share. */
  readonly worstMissing: number;
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
  readonly foreignWords: number;
  /** Content words outside the clauses that are neither in the point nor in the conversation. */
  readonly strayWords: number;
  readonly messageWords: number;
}

/** Words of the aligned clauses. */
function alignedWords(alignment: Alignment, message: MessageIndex): readonly Word[] {
  const first = message.reading.clauses[alignment.from]?.from ?? 0;
  const last = message.reading.clauses[alignment.to - 1]?.to ?? first;
  return message.reading.words.slice(first, last);
}

export function evidenceOf(point: PointTerms, alignment: Alignment, message: MessageIndex): Evidence {
  const words = alignedWords(alignment, message);
  const place = { message, words, stems: new Set(point.reading.words.map((word) => word.stem)) };
  const content = words.filter((word) => word.isContent || alignment.termOf.has(word.stem));
  const foreign = content.filter(
    ({ stem }) => !alignment.termOf.has(stem) && !message.known.has(stem) && !PARTICLES.has(stem),
  );
  const fresh = content.filter((word) => !message.known.has(word.stem));
  const exact = exactText(point, alignment, message);
  return {
    ...coverage(point, alignment),
    ...contradictions(point, alignment, place),
    ...rolesOf(point, alignment, place),
    precision: fresh.length === 0 ? 1 : 1 - foreign.length / fresh.length,
    coveredAnywhere: coveredAnywhere(point, message),
    sequence: longestSequence(point, place),
    ordered: orderKept(point, alignment, words),
    hasExactText: exact !== null,
    isWholeMessage: exact === 'whole',
    isListed:
      isListed(words, alignment.to - alignment.from, shareInOrder(words, alignment)) &&
      !isListed(point.reading.words, point.reading.clauses.length, 1),
    hasPlaceholder: hasPlaceholder(point, alignment, words),
    strayWords: strayWords(alignment, message),
    foreignWords: foreign.length,
    messageWords: message.reading.words.length,
  };
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

/** Content words outside the aligned clauses that are neither in the point nor in the conversation. */
function strayWords(alignment: Alignment, { reading, known }: MessageIndex): number {
  const inside = (clause: number): boolean => clause >= alignment.from && clause < alignment.to;
  return reading.words.filter(
    ({ isContent, clause, stem }) => isContent && !inside(clause) && !alignment.termOf.has(stem) && !known.has(stem),
  ).length;
}

function coverage(point: PointTerms, { strengths }: Alignment) {
  let [total, said, totalNew, saidNew, inContext, worst] = [0, 0, 0, 0, 0, 0];
  let newTermCount = 0;
  let metNew = 0;
  for (const [index, { weight, isKnown }] of point.terms.entries()) {
    const strength = strengths[index] ?? 0;
    total += weight;
    said += weight * strength;
    inContext += weight * (isKnown ? 1 : strength);
    if (!isKnown) {
      totalNew += weight;
      saidNew += weight * strength;
      newTermCount += 1;
      if (strength > 0) metNew += 1;
      worst = Math.max(worst, weight * (1 - strength));
    }
  }
  return {
    covered: total === 0 ? 0 : said / total,
    coveredNew: totalNew === 0 ? (total === 0 ? 0 : said / total) : saidNew / totalNew,
    coveredInContext: total === 0 ? 0 : inContext / total,
    worstMissing: total === 0 ? 0 : worst / total,
    termCount: point.terms.length,
    newTermCount,
    metNew,
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
  const clauses = reading.clauses.slice(alignment.from, alignment.to);
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
  const missing = point.terms.filter((_, index) => (alignment.strengths[index] ?? 0) < 0.95);
  const missingNumbers = missing.filter((term) => term.isNumber);
  return {
    denied: met.length === 0 ? 0 : differing.length / met.length,
    differsInNegation: isDenied(reading, clauses) !== isDenied(point.reading, point.reading.clauses),
    hasContrary: missing.some((term) =>
      contrariesIn(term.stem, message.vocabulary).some(
        (stem) => here.has(stem) && standsFor(stem, term.stem) && isMoreOften(stem, words, point.reading.words),
      ),
    ),
    missesNumber: missingNumbers.some((term) => !term.isKnown),
    hasNumber: point.terms.some((term, index) => term.isNumber && alignment.strengths[index] === 1),
    hasOtherNumber:
      missingNumbers.length > 0 &&
      words.some((word) => word.isNumber && !stems.has(word.stem) && !message.known.has(word.stem)),
    isQuestion:
      clauses.some((clause) => clause.isQuestion) && !point.reading.clauses.some((clause) => clause.isQuestion),
  };
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
  const first = reading.clauses[Math.max(0, alignment.from - NEAR_CLAUSES)]?.from ?? 0;
  const last = reading.clauses[Math.min(reading.clauses.length, alignment.to + NEAR_CLAUSES) - 1]?.to ?? first;
  for (let start = first; start + wanted.length <= last; start += 1) {
    if (wanted.every((word, index) => reading.words[start + index]?.form === word.form))
      return reading.words.length === wanted.length ? 'whole' : 'part';
  }
  return null;
}

function coveredAnywhere(point: PointTerms, { vocabulary }: MessageIndex): number {
  let [total, said] = [0, 0];
  for (const term of point.terms) {
    total += term.weight;
    said += term.weight * (matchesOf(term.stem, term.isNumber, vocabulary)[0]?.strength ?? 0);
  }
  return total === 0 ? 0 : said / total;
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
