import type { Reading } from '#text/domain/words.ts';

import { matchesOf, type Match, type Vocabulary } from './matching.ts';
import type { PointTerms } from './point-terms.ts';

export interface MessageIndex {
  readonly text: string;
  readonly reading: Reading;
  readonly vocabulary: Vocabulary;
  /** Stems used in the conversation before this message. */
  readonly known: ReadonlySet<string>;
}

/** The clauses of the message that say most of a point. */
export interface Alignment {
  /** Clauses from `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** How well each term of the point is matched there, 0 to 1. */
  readonly strengths: readonly number[];
  /** The term that each stem of the message stands for. */
  readonly termOf: ReadonlyMap<string, number>;
}

/** Minimum share of the point that a further clause must add. */
const MIN_GAIN = 0.04;
/** Minimum share at which a clause belongs to a point, if no other point has nearly as much. */
const OWNED_FROM = 0.45;
const MIN_RIVAL = 0.6;
const LARGE_GAIN = 0.2;
const MAX_CLAUSE_DISTANCE = 2;
const MAX_CLAUSES = 12;
/** Below this share, a message with a gap in what the question gave says nothing about the point. */
const MIN_COVERED = 0.3;
const MIN_IN_CONTEXT = 0.7;

/** Where the search for a point begins. */
export interface Start {
  readonly point: PointTerms;
  /** By term. */
  readonly matches: readonly (readonly Match[])[];
  /** The share of the point that each clause says. */
  readonly shares: ReadonlyMap<number, number>;
  /** The clause with the largest share. */
  readonly clause: number;
}

/** Null if the message has hardly any word of the point. */
export function startOf(point: PointTerms, message: MessageIndex): Start | null {
  const matches = point.terms.map((term) => matchesOf(term.stem, term.isNumber, message.vocabulary));
  if (!saysEnough(point, matches)) return null;
  const shares = sharesOf(point, matches, message.vocabulary);
  let [clause, most] = [0, 0];
  for (const [candidate, share] of shares) {
    if (share > most + 1e-9 || (share > most - 1e-9 && candidate < clause)) [clause, most] = [candidate, share];
  }
  return { point, matches, shares, clause };
}

/** The largest share that any point has in each clause. */
export function largestShares(starts: readonly (Start | null)[]): ReadonlyMap<number, number> {
  const largest = new Map<number, number>();
  for (const start of starts) {
    for (const [clause, share] of start?.shares ?? []) {
      if (share > (largest.get(clause) ?? 0)) largest.set(clause, share);
    }
  }
  return largest;
}

export function align(start: Start, message: MessageIndex, largest: ReadonlyMap<number, number>): Alignment {
  return new Search(start, message.reading, largest).growFrom(start.clause);
}

function saysEnough(point: PointTerms, matches: readonly (readonly Match[])[]): boolean {
  let [total, said, inContext] = [0, 0, 0];
  for (const [index, { weight, isKnown }] of point.terms.entries()) {
    const strength = matches[index]?.[0]?.strength ?? 0;
    total += weight;
    said += weight * strength;
    inContext += weight * (isKnown ? 1 : strength);
  }
  return said > 0 && (said >= total * MIN_COVERED || inContext >= total * MIN_IN_CONTEXT);
}

function sharesOf(
  point: PointTerms,
  matches: readonly (readonly Match[])[],
  vocabulary: Vocabulary,
): ReadonlyMap<number, number> {
  const total = point.terms.reduce((sum, term) => sum + term.weight, 0);
  const shares = new Map<number, number>();
  for (const [term, found] of matches.entries()) {
    const best = new Map<number, number>();
    for (const { stem, strength } of found) {
      for (const clause of vocabulary.clausesOf.get(stem) ?? []) {
        if (strength > (best.get(clause) ?? 0)) best.set(clause, strength);
      }
    }
    const weight = (point.terms[term]?.weight ?? 0) / total;
    for (const [clause, strength] of best) shares.set(clause, (shares.get(clause) ?? 0) + weight * strength);
  }
  return shares;
}

/** Extends the range by neighbouring clauses while each adds something the point lacks. */
class Search {
  readonly #weights: readonly number[];
  readonly #reading: Reading;
  readonly #termOf = new Map<string, number>();
  readonly #strengthOf = new Map<string, number>();

  readonly #shares: ReadonlyMap<number, number>;
  readonly #largest: ReadonlyMap<number, number>;

  constructor({ point, matches, shares }: Start, reading: Reading, largest: ReadonlyMap<number, number>) {
    const total = point.terms.reduce((sum, term) => sum + term.weight, 0);
    this.#weights = point.terms.map((term) => term.weight / total);
    this.#reading = reading;
    this.#shares = shares;
    this.#largest = largest;
    for (const [term, found] of matches.entries()) {
      for (const { stem, strength } of found) {
        if (strength <= (this.#strengthOf.get(stem) ?? 0)) continue;
        this.#strengthOf.set(stem, strength);
        this.#termOf.set(stem, term);
      }
    }
  }

  growFrom(start: number): Alignment {
    let [from, to] = [start, start + 1];
    const strengths = this.#weights.map(() => 0);
    this.#takeIn(start, strengths);
    for (let next = this.#next(from, to, strengths); next >= 0; next = this.#next(from, to, strengths)) {
      this.#takeIn(next, strengths);
      [from, to] = [Math.min(from, next), Math.max(to, next + 1)];
    }
    return { from, to, strengths, termOf: this.#termOf };
  }

  /** The nearby clause that adds most, or -1. */
  #next(from: number, to: number, strengths: readonly number[]): number {
    if (to - from >= MAX_CLAUSES) return -1;
    let best = -1;
    let most = MIN_GAIN;
    for (let step = 1; step <= MAX_CLAUSE_DISTANCE; step += 1) {
      for (const clause of [to - 1 + step, from - step]) {
        const gain = this.#gainOf(clause, strengths) / step;
        if (gain > most && !this.#belongsToAnother(clause, gain)) [best, most] = [clause, gain];
      }
    }
    return best;
  }

  /** A clause that says another point is not added for one or two words. */
  #belongsToAnother(clause: number, gain: number): boolean {
    const largest = this.#largest.get(clause) ?? 0;
    return largest >= OWNED_FROM && (this.#shares.get(clause) ?? 0) < largest * MIN_RIVAL && gain < LARGE_GAIN;
  }

  #gainOf(clause: number, strengths: readonly number[]): number {
    const joined = [...strengths];
    this.#takeIn(clause, joined);
    let gain = 0;
    for (const [term, weight] of this.#weights.entries()) {
      gain += weight * ((joined[term] ?? 0) - (strengths[term] ?? 0));
    }
    return gain;
  }

  #takeIn(clause: number, strengths: number[]): void {
    const { from, to } = this.#reading.clauses[clause] ?? { from: 0, to: 0 };
    for (let index = from; index < to; index += 1) {
      const stem = this.#reading.words[index]?.stem ?? '';
      const term = this.#termOf.get(stem);
      if (term === undefined) continue;
      strengths[term] = Math.max(strengths[term] ?? 0, this.#strengthOf.get(stem) ?? 0);
    }
  }
}
