import { wordSegments } from '#text/domain/segments.ts';
import { stemOfWord } from '#text/domain/stems.ts';
import { lightWords, type StopWords, stopWordsFor } from '#text/domain/stop-words.ts';

import type { SourcePassage } from '../surroundings.ts';

/** BM25 parameters: term saturation and length normalisation. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** Maximum number of passages indexed. */
const MAX_PASSAGES = 2_000;

/** A passage with its relevance to a query. */
export interface Match {
  readonly passage: SourcePassage;
  readonly score: number;
  /** 0 to 1: the share of the query's information it contains; rare words count more. */
  readonly share: number;
}

export interface PassageIndex {
  readonly passages: readonly SourcePassage[];
  /** Passages with any of these stems, best first; each stem has a weight. */
  search(weights: ReadonlyMap<string, number>): readonly Match[];
  /** The most informative word that two passages share, as in the second; null if none. */
  sharedWord(one: SourcePassage, other: SourcePassage): string | null;
}

/** Indexes passages by their words. */
export function indexPassages(given: readonly SourcePassage[]): PassageIndex {
  const passages = given.filter(({ text }) => text.trim() !== '').slice(0, MAX_PASSAGES);
  const stopWords = stopWordsFor(passages.map(({ text }) => text).join(' '));
  const read = passages.map((passage) => ({ passage, terms: searchTermsOf(passage.text, stopWords) }));
  const entries = read.map(({ passage, terms }) => ({ passage, terms, counts: countsOf(terms) }));
  const byPassage = new Map(entries.map((entry) => [entry.passage, entry]));
  const holding = new Map<string, number>();
  for (const { counts } of entries) for (const stem of counts.keys()) holding.set(stem, (holding.get(stem) ?? 0) + 1);
  const averageLength = entries.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, entries.length);

  function rarity(stem: string): number {
    const count = holding.get(stem) ?? 0;
    return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5));
  }

  return {
    passages,
    search(weights) {
      const wanted = [...weights].map(([stem, weight]) => ({ stem, weight: weight * rarity(stem) }));
      const all = wanted.reduce((sum, { weight }) => sum + weight, 0);
      return entries
        .map(({ passage, terms, counts }) => {
          const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * terms.length) / Math.max(1, averageLength);
          const met = wanted.filter(({ stem }) => counts.has(stem));
          const score = met.reduce((sum, { stem, weight }) => {
            const count = counts.get(stem) ?? 0;
            return sum + (weight * count * (SATURATION + 1)) / (count + SATURATION * length);
          }, 0);
          const share = met.reduce((sum, { weight }) => sum + weight, 0) / (all || 1);
          return { passage, score, share };
        })
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score);
    },
    sharedWord(one, other) {
      const counts = byPassage.get(one)?.counts;
      const shared = byPassage.get(other)?.terms.filter(({ stem }) => counts?.has(stem)) ?? [];
      return shared.toSorted((left, right) => rarity(right.stem) - rarity(left.stem))[0]?.raw ?? null;
    },
  };
}

function countsOf(terms: readonly SearchTerm[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { stem } of terms) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** A content word with its stem. */
export interface SearchTerm {
  readonly stem: string;
  readonly raw: string;
}

const MAX_READ_LENGTH = 8_000;
/** Words about conversation, which occur in any question. */
const TALKING = new Set(
  'tell told curious interesting interested wonder wondering explain question ask asked talk learn interessant erzähl erkläre frage'.split(
    ' ',
  ),
);

/** The telling words of a text in order. `stopWords` are those of its language. */
export function searchTermsOf(text: string, stopWords: StopWords = stopWordsFor(text)): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const { segment, isWordLike } of wordSegments(text.slice(0, MAX_READ_LENGTH))) {
    if (!isWordLike) continue;
    const word = segment.toLowerCase();
    if (stopWords.has(word) || lightWords.has(word) || TALKING.has(word) || /^[a-z]$/u.test(word)) continue;
    terms.push({ stem: stemOfWord(segment), raw: segment });
  }
  return terms;
}
