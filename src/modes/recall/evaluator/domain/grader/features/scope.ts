import type { Word } from '#text/domain/word.ts';
import type { Clause, Reading } from '#text/domain/words.ts';

import type { Start } from '../../evidence/alignment.ts';

/** Minimum share at which a clause belongs to a point, if no other point has nearly as much. */
const OWNED_FROM = 0.45;
const MIN_RIVAL = 0.6;
/** In a long message, only this many clauses around the best one are read for a point. */
const REACH = 6;

export interface Scope {
  readonly clauses: readonly Clause[];
  readonly words: readonly Word[];
  /** Equal for equal clauses. */
  readonly key: string;
}

/** The clauses of a message that may be about a point: not those that clearly say another one. */
export function scopeOf(start: Start | null, reading: Reading, largest: ReadonlyMap<number, number>): Scope {
  const at = start?.clause ?? 0;
  const own = [...reading.clauses.keys()].filter((clause) => {
    if (clause === start?.clause) return true;
    if (Math.abs(clause - at) > REACH) return false;
    const most = largest.get(clause) ?? 0;
    return most < OWNED_FROM || (start?.shares.get(clause) ?? 0) >= most * MIN_RIVAL;
  });
  const clauses = own.flatMap((clause) => reading.clauses[clause] ?? []);
  const words = clauses.flatMap(({ from, to }) => reading.words.slice(from, to));
  return { clauses, words, key: own.join(' ') };
}
