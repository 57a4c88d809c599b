import { numberIn } from '#text/domain/numbers.ts';
import { lightWords, stopWordsFor } from '#text/domain/stop-words.ts';
import type { Word } from '#text/domain/word.ts';
import { createLexicon, type Lexicon, read } from '#text/domain/words.ts';

import type { Point } from '../../../../evaluator/domain/evaluation.ts';
import {
  type Match,
  matchesOf,
  type Vocabulary,
  vocabularyOf,
} from '../../../../evaluator/domain/evidence/matching.ts';
import { plainText } from '../../../../evaluator/domain/evidence/point-terms.ts';
import { synonymsOf } from '../../../../evaluator/domain/evidence/synonyms.ts';
import { readToken, simpleWordOf, type TokenReading } from './token-reading.ts';

/** A word that must be said to give a point away. */
export interface KeyTerm {
  readonly stem: string;
  readonly form: string;
  readonly isNumber: boolean;
}

/** A match between a word of a reply and a point. */
export interface Hit {
  /** The point's index. */
  readonly point: number;
  /** The term's index in the point. */
  readonly term: number;
}

/** The points of a session indexed by their telling words, so that a word of a reply costs next to nothing. */
export interface PointIndex {
  readonly points: readonly Point[];
  readonly terms: readonly (readonly KeyTerm[])[];
  /** Indexes of points without letters or digits. */
  readonly withoutWords: readonly number[];
  readonly lexicon: Lexicon;
  /** All terms that a word matches: equal, inflected or synonymous. */
  hitsOf(word: Word): readonly Hit[];
  /** Terms that an incomplete word may become. */
  mayBecome(beginning: string): readonly Hit[];
  /** The same for a token of a reply. */
  tokenIn(token: string): TokenHits;
}

/** What a token matches, and what its last word may be the beginning of. */
interface TokenHits extends Pick<TokenReading, 'isOdd' | 'hasSingle' | 'unfinished'> {
  readonly hits: readonly Hit[];
}

/** Caches per session: tokens that are expensive to read, and matching words. */
const MAX_TOKENS = 500;
const MAX_WORDS = 2_000;

const SAMPLED_POINTS = 100;
const indexes = new WeakMap<readonly Point[], PointIndex>();

/** Built once per session: the array of points keeps its identity while the session is in memory. */
export function indexOf(points: readonly Point[]): PointIndex {
  let index = indexes.get(points);
  if (!index) indexes.set(points, (index = createIndex(points)));
  return index;
}

function createIndex(points: readonly Point[]): PointIndex {
  const sample = points.slice(0, SAMPLED_POINTS).map((point) => point.text);
  const lexicon = createLexicon(stopWordsFor(sample.join(' ')));
  const terms = points.map((point) => keyTermsOf(point, lexicon));
  const places = placesOf(terms);
  const known = new Map<string, readonly Hit[]>();
  const tokens = new Map<string, TokenHits>();
  const forms = [...new Set(terms.flat().map((term) => term.form))].toSorted();
  const byForm = Map.groupBy(
    terms.flatMap((list, point) => list.map(({ form }, term) => ({ form, hit: { point, term } }))),
    ({ form }) => form,
  );
  const index: PointIndex = {
    points,
    terms,
    withoutWords: [...terms.keys()].filter((place) => terms[place]?.length === 0),
    lexicon,
    hitsOf(word) {
      // The identifying letter and the article have the same form.
      const key = isA(word) ? word.stem : word.form;
      const hits = known.get(key) ?? meet(word, places);
      // Most words match nothing, which is cheap to see.
      if (hits.length > 0 && known.size < MAX_WORDS) known.set(key, hits);
      return hits;
    },
    mayBecome(beginning) {
      const hits: Hit[] = [];
      for (let at = firstFrom(forms, beginning); forms[at]?.startsWith(beginning); at += 1)
        for (const { hit } of byForm.get(forms[at] ?? '') ?? []) hits.push(hit);
      return hits;
    },
    tokenIn(token) {
      if (isNumberElsewhere(token, places)) return { hits: NONE, unfinished: token, isOdd: false, hasSingle: false };
      const word = simpleWordOf(token, lexicon);
      if (word) {
        const unfinished = word.end === token.length ? word.form : '';
        return { hits: index.hitsOf(word), unfinished, isOdd: false, hasSingle: false };
      }
      let hits = tokens.get(token);
      if (hits) return hits;
      if (tokens.size >= MAX_TOKENS) tokens.clear();
      tokens.set(token, (hits = hitsOfToken(token, index)));
      return hits;
    },
  };
  return index;
}

function hitsOfToken(token: string, index: PointIndex): TokenHits {
  const { words, isOdd, hasSingle, unfinished } = readToken(token, index.lexicon);
  // Only its neighbours tell whether `a` is a name.
  const mayName = words.some(isA) && index.terms.some((terms) => terms.some(isA));
  return {
    hits: words.flatMap((word) => index.hitsOf(word)),
    unfinished,
    isOdd: isOdd || mayName,
    hasSingle,
  };
}

/** Telling words without light ones; all words if there are no others. */
function keyTermsOf(point: Point, lexicon: Lexicon): readonly KeyTerm[] {
  const words = withoutAside(read(plainText(point.text), lexicon).words);
  const content = words.filter((word) => word.isContent);
  const telling = content.filter((word) => !lightWords.has(word.form));
  const chosen = [telling, content, words].find((list) => list.length > 0) ?? [];
  const byStem = new Map<string, KeyTerm>();
  for (const { stem, form, isNumber } of chosen) if (!byStem.has(stem)) byStem.set(stem, { stem, form, isNumber });
  return [...byStem.values()];
}

const ASIDES = new Set(['although', 'though', 'despite']);

/** Removes an aside that the point does not depend on: "even when falling asleep is easy". */
function withoutAside(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(
    ({ form }, index) =>
      ASIDES.has(form) || (form === 'even' && /^(?:when|if|though)$/u.test(words[index + 1]?.form ?? '')),
  );
  const before = words.slice(0, Math.max(0, at));
  return before.filter((word) => word.isContent).length > 1 ? before : words;
}

interface Places {
  /** Terms by stem. */
  readonly byStem: ReadonlyMap<string, readonly (Hit & { readonly form: string })[]>;
  /** Stems by their beginning. */
  readonly kin: ReadonlyMap<string, readonly string[]>;
  readonly numbers: ReadonlySet<string>;
}

function placesOf(terms: readonly (readonly KeyTerm[])[]): Places {
  const byStem = new Map<string, (Hit & { form: string })[]>();
  const kin = new Map<string, string[]>();
  const numbers = new Set<string>();
  for (const [point, list] of terms.entries())
    for (const [term, { stem, form, isNumber }] of list.entries()) {
      const hits = byStem.get(stem);
      if (hits) hits.push({ point, term, form });
      else {
        byStem.set(stem, [{ point, term, form }]);
        const beginning = stem.slice(0, 3);
        kin.set(beginning, [...(kin.get(beginning) ?? []), stem]);
        if (isNumber) numbers.add(stem);
      }
    }
  return { byStem, kin, numbers };
}

const NONE: readonly Hit[] = [];

/** A number that no point has; not worth caching. */
function isNumberElsewhere(token: string, { byStem, kin }: Places): boolean {
  if (!/^\d{2,}$/.test(token)) return false;
  const stem = numberIn(token) ?? token;
  return !byStem.has(stem) && !kin.has(stem.slice(0, 3));
}

function meet(word: Word, { byStem, kin, numbers }: Places): readonly Hit[] {
  const related = [word.stem, ...synonymsOf(word.stem), ...(kin.get(word.stem.slice(0, 3)) ?? [])];
  const candidates = new Set(related.filter((stem) => byStem.has(stem)));
  if (candidates.size === 0) return NONE;
  const vocabulary = ofOne(word);
  const hits: Hit[] = [];
  for (const stem of candidates) {
    const places = byStem.get(stem);
    if (!places) continue;
    if (isMet(matchesOf(stem, numbers.has(stem), vocabulary))) hits.push(...places);
    else hits.push(...places.filter((place) => isInflected(word.form, place.form)));
  }
  return hits;
}

/** One word with another ending that the stemmer misses: `okapi` and `okapis`. */
function isInflected(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.length - short.length <= 2 && long.startsWith(short);
}

/** One differing letter is a typo of a person, but a different word in a reply. */
const MIN_STRENGTH = 0.75;

function isMet(matches: readonly Match[]): boolean {
  return (matches[0]?.strength ?? 0) >= MIN_STRENGTH;
}

function ofOne(word: Word): Vocabulary {
  const words = [{ ...word, clause: 0 }];
  return vocabularyOf({ words, clauses: [{ from: 0, to: 1, isQuestion: false }], hasNegator: false });
}

function isA({ form }: { readonly form: string }): boolean {
  return form === 'a';
}

function firstFrom(sorted: readonly string[], beginning: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  return low;
}
