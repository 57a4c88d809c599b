import { wordSegments } from '#text/domain/segments.ts';
import { stemOfWord } from '#text/domain/stems.ts';
import { lightWords, type StopWords, stopWordsFor } from '#text/domain/stop-words.ts';

import type { SourcePassage } from '../surroundings.ts';

/** Maximum number of passages indexed. */
const MAX_PASSAGES = 2_000;

export interface Match {
  readonly passage: SourcePassage;
  /** 0 to 1: the share of the query's information it contains; rare words count more. */
  readonly share: number;
}

export interface PassageIndex {
  readonly passages: readonly SourcePassage[];
  /** Passages with any of these stems, best first; of equal ones the shorter is first. Each stem has a weight. */
  search(weights: ReadonlyMap<string, number>): readonly Match[];
}

export function indexPassages(given: readonly SourcePassage[]): PassageIndex {
  const passages = given.filter(({ text }) => text.trim() !== '').slice(0, MAX_PASSAGES);
  const stopWords = stopWordsFor(passages.map(({ text }) => text).join(' '));
  const entries = passages
    .map((passage) => ({ passage, stems: new Set(searchTermsOf(passage.text, stopWords)) }))
    .toSorted((one, other) => one.stems.size - other.stems.size);
  const holding = new Map<string, number>();
  for (const { stems } of entries) for (const stem of stems) holding.set(stem, (holding.get(stem) ?? 0) + 1);

  function rarity(stem: string): number {
    const count = holding.get(stem) ?? 0;
    return Math.log(1 + (entries.length - count + 0.5) / (count + 0.5));
  }

  return {
    passages,
    search(weights) {
      const wanted = [...weights].map(([stem, weight]) => ({ stem, weight: weight * rarity(stem) }));
      const sumOf = (of: typeof wanted) => of.reduce((sum, { weight }) => sum + weight, 0);
      const all = sumOf(wanted) || 1;
      return entries
        .map(({ passage, stems }) => ({ passage, share: sumOf(wanted.filter(({ stem }) => stems.has(stem))) / all }))
        .filter(({ share }) => share > 0)
        .toSorted((one, other) => other.share - one.share);
    },
  };
}

const MAX_READ_LENGTH = 8_000;
/** Words about conversation that occur in any question. */
const TALKING = new Set(
  'tell told curious interesting interested wonder wondering explain question ask asked talk learn interessant erzähl erkläre frage'.split(
    ' ',
  ),
);

/** The stems of the telling words of a text, in order. `stopWords` are those of its language. */
export function searchTermsOf(text: string, stopWords: StopWords = stopWordsFor(text)): readonly string[] {
  const terms: string[] = [];
  for (const { segment, isWordLike } of wordSegments(text.slice(0, MAX_READ_LENGTH))) {
    if (!isWordLike) continue;
    const word = segment.toLowerCase();
    if (stopWords.has(word) || lightWords.has(word) || TALKING.has(word) || /^[a-z]$/u.test(word)) continue;
    terms.push(stemOfWord(segment));
  }
  return terms;
}
