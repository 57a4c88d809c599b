import { matchesOf, type Match, type Vocabulary } from './matching.ts';
import type { PointTerms } from './point-terms.ts';
import type { Reading } from './words.ts';

export interface MessageIndex {
  readonly text: string;
  readonly reading: Reading;
  readonly vocabulary: Vocabulary;
  /** Stems that the conversation had before this message. */
  readonly known: ReadonlySet<string>;
}

/** The clauses of the message that say most of a point. */
export interface Alignment {
  /** Clauses `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** How well each term of the point is met there, 0 to 1. */
  readonly strengths: readonly number[];
  /** Which term a stem of the message stands for. */
  readonly termOf: ReadonlyMap<string, number>;
}

/** A further clause has to bring this share of the point to be taken in. */
const LEAST_GAIN = 0.04;
const FURTHEST_CLAUSE = 2;
const MOST_CLAUSES = 12;
/** Whoever says less of a point than this, anywhere, and leaves a gap in what the question gave, says nothing of it. */
const LEAST_COVERED = 0.3;
const LEAST_IN_CONTEXT = 0.7;

/** Null where the message has hardly a word of the point. */
export function align(point: PointTerms, message: MessageIndex): Alignment | null {
  const matches = point.terms.map((term) => matchesOf(term.stem, term.isNumber, message.vocabulary));
  if (!saysEnough(point, matches)) return null;
  const search = new Search(point, matches, message.reading);
  return search.growFrom(heaviestClause(point, matches, message.vocabulary));
}

function saysEnough(point: PointTerms, matches: readonly (readonly Match[])[]): boolean {
  let [total, said, inContext] = [0, 0, 0];
  for (const [index, { weight, isKnown }] of point.terms.entries()) {
    const strength = matches[index]?.[0]?.strength ?? 0;
    total += weight;
    said += weight * strength;
    inContext += weight * (isKnown ? 1 : strength);
  }
  return said > 0 && (said >= total * LEAST_COVERED || inContext >= total * LEAST_IN_CONTEXT);
}

function heaviestClause(point: PointTerms, matches: readonly (readonly Match[])[], vocabulary: Vocabulary): number {
  const weights = new Map<number, number>();
  let best = 0;
  let most = 0;
  for (const [term, found] of matches.entries()) {
    for (const { stem, strength } of found) {
      const weight = (point.terms[term]?.weight ?? 0) * strength;
      for (const clause of vocabulary.clausesOf.get(stem) ?? []) {
        const sum = (weights.get(clause) ?? 0) + weight;
        weights.set(clause, sum);
        if (sum > most + 1e-9 || (sum > most - 1e-9 && clause < best)) [best, most] = [clause, sum];
      }
    }
  }
  return best;
}

/** Takes in neighbouring clauses as long as each brings something the point still lacks. */
class Search {
  readonly #weights: readonly number[];
  readonly #reading: Reading;
  readonly #termOf = new Map<string, number>();
  readonly #strengthOf = new Map<string, number>();

  constructor(point: PointTerms, matches: readonly (readonly Match[])[], reading: Reading) {
    const total = point.terms.reduce((sum, term) => sum + term.weight, 0);
    this.#weights = point.terms.map((term) => term.weight / total);
    this.#reading = reading;
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

  /** The clause nearby that brings most, or -1. */
  #next(from: number, to: number, strengths: readonly number[]): number {
    if (to - from >= MOST_CLAUSES) return -1;
    let best = -1;
    let most = LEAST_GAIN;
    for (let step = 1; step <= FURTHEST_CLAUSE; step += 1) {
      for (const clause of [to - 1 + step, from - step]) {
        const gain = this.#gainOf(clause, strengths) / step;
        if (gain > most) [best, most] = [clause, gain];
      }
    }
    return best;
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
