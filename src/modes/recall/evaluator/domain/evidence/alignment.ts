import type { Reading } from '#text/domain/words.ts';

import type { ComparedQuality } from './comparison-flip.ts';
import { matchesOf, type Match, type Vocabulary } from './matching.ts';
import type { PointTerms } from './point-terms.ts';

export interface MessageIndex {
  readonly text: string;
  readonly reading: Reading;
  readonly vocabulary: Vocabulary;
  /** The sentence of each clause, counted from 0. */
  readonly sentences: readonly number[];
  /** The qualities that the message compares. */
  readonly comparisons: readonly ComparedQuality[];
  /** Stems used in the conversation before this message. */
  readonly known: ReadonlySet<string>;
}

/** The clauses of the message that say most of a point. */
export interface Alignment {
  /** Numbers of the clauses, rising. They need not be neighbours. */
  readonly clauses: readonly number[];
  /** The clause that says most. */
  readonly best: number;
  /** The strength of the match of each term of the point there, 0 to 1. */
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
const MAX_CLAUSES = 12;
/** Below this share, a message with a gap in what the question gave says nothing about the point. */
const MIN_COVERED = 0.3;
const MIN_IN_CONTEXT = 0.7;

/** The beginning of the search for a point. */
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

/** Takes in further clauses while each adds something the point lacks. What adds nothing changes nothing. */
class Search {
  readonly #weights: readonly number[];
  readonly #reading: Reading;
  readonly #termOf = new Map<string, number>();
  readonly #strengthOf = new Map<string, number>();

  readonly #shares: ReadonlyMap<number, number>;
  #near: readonly number[] | undefined;
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

  growFrom(best: number): Alignment {
    const clauses = [best];
    const strengths = this.#weights.map(() => 0);
    this.#takeIn(best, strengths);
    for (let next = this.#next(clauses, strengths); next >= 0; next = this.#next(clauses, strengths)) {
      this.#takeIn(next, strengths);
      clauses.push(next);
    }
    return { clauses: clauses.toSorted((left, right) => left - right), best, strengths, termOf: this.#termOf };
  }

  /** The clause that adds most, or -1. */
  #next(taken: readonly number[], strengths: readonly number[]): number {
    if (taken.length >= MAX_CLAUSES) return -1;
    let best = -1;
    let most = MIN_GAIN;
    for (const clause of this.#byDistance(taken[0] ?? 0)) {
      if (taken.includes(clause)) continue;
      const gain = this.#gainOf(clause, strengths);
      if (gain > most && !this.#belongsToAnother(clause, gain)) [best, most] = [clause, gain];
    }
    return best;
  }

  /** Of clauses that add the same, the nearest is taken. */
  #byDistance(from: number): readonly number[] {
    this.#near ??= [...this.#shares.keys()].toSorted((one, other) => Math.abs(one - from) - Math.abs(other - from));
    return this.#near;
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
