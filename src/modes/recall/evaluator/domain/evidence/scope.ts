import type { Word } from '#text/domain/word.ts';
import type { Clause, Reading } from '#text/domain/words.ts';

import type { Alignment, Start } from './alignment.ts';

/** Minimum share at which a clause belongs to a point, if no other point has nearly as much. */
const OWNED_FROM = 0.45;
const MIN_RIVAL = 0.6;
const SENTENCE_END = /[.!?;\n…。！？।؟]/u;

/** The sentence of each clause, counted from 0. */
export function sentencesOf(text: string, { words, clauses }: Reading): readonly number[] {
  let sentence = 0;
  return clauses.map(({ from }) => {
    const before = words[from - 1];
    const first = words[from];
    if (before && first && SENTENCE_END.test(text.slice(before.end, first.start))) sentence += 1;
    return sentence;
  });
}

/** The sentences of a message that are about a point, without clauses that clearly say another one. */
export interface Scope {
  readonly clauses: readonly Clause[];
  readonly words: readonly Word[];
  /** Words of the sentence that says most of the point. */
  readonly bestWords: readonly Word[];
  /** Words of the other sentences, by sentence. */
  readonly others: readonly (readonly Word[])[];
  /** Equal for equal clauses. */
  readonly key: string;
}

interface Place {
  readonly reading: Reading;
  readonly sentences: readonly number[];
  /** The words of each clause. */
  readonly clauseWords: readonly (readonly Word[])[];
  /** The largest share that any point has in each clause. */
  readonly largest: ReadonlyMap<number, number>;
}

/** `about` tells which words are the point's; it decides if nothing is aligned. */
export function scopeOf(
  { reading, sentences, clauseWords, largest }: Place,
  found: { readonly start: Start; readonly alignment: Alignment } | null,
  about: (word: Word) => boolean,
): Scope {
  const shares = found?.start.shares;
  const isOwn = (clause: number): boolean => {
    const most = largest.get(clause) ?? 0;
    return most < OWNED_FROM || (shares?.get(clause) ?? 0) >= most * MIN_RIVAL;
  };
  const wordsOf = (clauses: readonly number[]): readonly Word[] =>
    clauses.flatMap((clause) => clauseWords[clause] ?? []);
  const aligned = new Set(
    found?.alignment.clauses ?? [...clauseWords.keys()].filter((clause) => clauseWords[clause]?.some(about)),
  );
  const taken = new Set([...aligned].map((clause) => sentences[clause] ?? 0));
  const own = [...clauseWords.keys()].filter((clause) => aligned.has(clause) || isOwn(clause));
  const inside = own.filter((clause) => taken.has(sentences[clause] ?? 0));
  const best = sentences[found?.alignment.best ?? -1] ?? -1;
  // Looked at only for a point that something is aligned with.
  const outside = found ? own.filter((clause) => !taken.has(sentences[clause] ?? 0)) : [];
  return {
    clauses: inside.flatMap((clause) => reading.clauses[clause] ?? []),
    words: wordsOf(inside),
    bestWords: wordsOf(inside.filter((clause) => sentences[clause] === best)),
    others: [...Map.groupBy(outside, (clause) => sentences[clause] ?? 0).values()].map(
      (clauses) => (clauses.length === 1 ? clauseWords[clauses[0] ?? 0] : undefined) ?? wordsOf(clauses),
    ),
    key: inside.join(' '),
  };
}

export function wordsOfClauses({ words, clauses }: Reading): readonly (readonly Word[])[] {
  return clauses.map(({ from, to }) => words.slice(from, to));
}
