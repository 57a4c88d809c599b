import type { Word } from '#text/domain/word.ts';

import { isLabel, weightOf, type WordWeights } from '../words/word-weight.ts';

/** A content word of a text, at its first occurrence. */
export interface Term {
  readonly stem: string;
  readonly weight: number;
  readonly isNumber: boolean;
  readonly isLabel: boolean;
  /** Its position in the text. */
  readonly start: number;
}

/** A text as the features compare it. */
export interface TextView {
  readonly words: readonly Word[];
  readonly terms: readonly Term[];
  readonly stems: ReadonlySet<string>;
  readonly negators: number;
  /** Runs of one, two and three stems, including function words. */
  readonly runs: readonly Counts[];
  /** Content words in order, paired with one of the next four. */
  readonly pairs: Counts;
  /** Runs of three and four characters. */
  readonly characters: readonly Counts[];
}
type Counts = ReadonlyMap<string, number>;

const PAIR_REACH = 4;
/** Maximum number of words compared. */
const MAX_LENGTH = 120;

export function viewOf(all: readonly Word[], weights: WordWeights): TextView {
  const words = all.length > MAX_LENGTH ? all.slice(0, MAX_LENGTH) : all;
  const content = words.filter((word) => word.isContent);
  const stems = words.map((word) => word.stem);
  const text = ` ${words.map((word) => word.form).join(' ')} `.slice(0, 1_000);
  return {
    words,
    terms: termsOf(content.length > 0 ? content : words, weights),
    stems: new Set(stems),
    negators: words.reduce((count, word) => count + (word.isNegator ? 1 : 0), 0),
    runs: [1, 2, 3].map((length) => runsOf(stems, length)),
    pairs: pairsOf(content.map((word) => word.stem)),
    characters: [3, 4].map((length) => charactersOf(text, length)),
  };
}

function termsOf(words: readonly Word[], weights: WordWeights): readonly Term[] {
  const terms = new Map<string, Term>();
  for (const word of words) {
    const { stem, isNumber, start } = word;
    if (!terms.has(stem))
      terms.set(stem, { stem, weight: weightOf(word, weights), isNumber, isLabel: isLabel(stem), start });
  }
  return [...terms.values()];
}

function runsOf(stems: readonly string[], length: number): Counts {
  const runs = new Map<string, number>();
  for (let from = 0; from + length <= stems.length; from += 1) {
    let run = stems[from] ?? '';
    for (let next = 1; next < length; next += 1) run += ` ${stems[from + next]}`;
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}

function pairsOf(stems: readonly string[]): Counts {
  const pairs = new Map<string, number>();
  for (const [from, stem] of stems.entries()) {
    for (let to = from + 1; to <= from + PAIR_REACH && to < stems.length; to += 1) pairs.set(`${stem} ${stems[to]}`, 1);
  }
  return pairs;
}

function charactersOf(text: string, length: number): Counts {
  const runs = new Map<string, number>();
  for (let from = 0; from + length <= text.length; from += 1) {
    const run = text.slice(from, from + length);
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}

export function sizeOf(counts: Counts): number {
  let size = 0;
  for (const count of counts.values()) size += count;
  return size;
}

export function sharedBy(left: Counts, right: Counts): number {
  let shared = 0;
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  for (const [key, count] of few) shared += Math.min(count, many.get(key) ?? 0);
  return shared;
}

/** Share of the kinds in `counts`, without those in `known`, that `other` also has. */
export function shareOfNew(counts: Counts, known: Counts, other: Counts): number {
  let [all, met] = [0, 0];
  for (const key of counts.keys()) {
    if (known.has(key)) continue;
    all += 1;
    if (other.has(key)) met += 1;
  }
  return shareOf(met, all);
}

export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The harmonic mean of two shares. */
export function bothOf(left: number, right: number): number {
  return left + right === 0 ? 0 : (2 * left * right) / (left + right);
}
