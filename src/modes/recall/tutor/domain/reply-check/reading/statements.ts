import { asRead } from '#text/domain/as-read.ts';
import { read } from '#text/domain/words.ts';

import type { PointIndex } from './point-index.ts';
import { sentencesOf } from './sentences.ts';

/** Indexes of points, each with the indexes of its matched terms. */
export type Met = ReadonlyMap<number, ReadonlySet<number>>;

/** A statement of the person. */
export interface Statement {
  readonly met: Met;
  /** Number of content words. */
  readonly words: number;
  /** From a message before the answered one. */
  readonly isEarlier: boolean;
}

/** Words that separate guesses. */
const ALTERNATIVES = new Set('or either oder ou o versus vs entweder или ή'.split(' '));

/** The statements of a message: each sentence, and all together. Questions, denials and guesses are excluded. */
export function statementsIn(text: string, index: PointIndex, isEarlier: boolean): readonly Statement[] {
  const sentences = sentencesOf(asRead(text)).map((sentence) => termsStatedIn(sentence, index));
  const stated = sentences.filter(({ words }) => words > 0);
  const all = stated.length > 1 ? [together(stated)] : [];
  return [...stated, ...all].map((statement) => ({ ...statement, isEarlier }));
}

function termsStatedIn(sentence: string, index: PointIndex): Omit<Statement, 'isEarlier'> {
  const { words, clauses } = read(sentence, index.lexicon);
  const met = new Map<number, Set<number>>();
  const isGuess = words.some(({ form }) => ALTERNATIVES.has(form)) || /\p{L}\s?\/\s?\p{L}/u.test(sentence);
  if (isGuess) return { met, words: 0 };
  const denied = new Set(words.filter(({ isNegator }) => isNegator).map(({ clause }) => clause));
  const own = words.filter(({ clause }) => !denied.has(clause) && clauses[clause]?.isQuestion === false);
  for (const word of own)
    for (const { point, term } of index.hitsOf(word)) {
      const terms = met.get(point);
      if (terms) terms.add(term);
      else met.set(point, new Set([term]));
    }
  return { met, words: own.filter(({ isContent }) => isContent).length };
}

function together(statements: readonly Omit<Statement, 'isEarlier'>[]): Omit<Statement, 'isEarlier'> {
  const met = new Map<number, Set<number>>();
  let words = 0;
  for (const statement of statements) {
    words += statement.words;
    for (const [place, terms] of statement.met) met.set(place, new Set([...(met.get(place) ?? []), ...terms]));
  }
  return { met, words };
}
