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
  /** Share of the point that is met there, by weight. */
  readonly covered: number;
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
  const total = point.terms.reduce((sum, term) => sum + term.weight, 0);
  const weights = point.terms.map((term) => term.weight / total);
  const weigh = (strengths: readonly number[]): number => {
    let sum = 0;
    for (let index = 0; index < weights.length; index += 1) sum += (strengths[index] ?? 0) * (weights[index] ?? 0);
    return sum;
  };
  const anywhere = matches.map((found) => found[0]?.strength ?? 0);
  if (anywhere.every((strength) => strength === 0)) return null;
  const inContext = anywhere.map((strength, index) => (point.terms[index]?.isKnown ? 1 : strength));
  if (weigh(anywhere) < LEAST_COVERED && weigh(inContext) < LEAST_IN_CONTEXT) return null;
  const byClause = strengthsByClause(matches, message.vocabulary);
  const start = heaviest(byClause, weigh);
  const grown = grow(start, byClause, weigh);
  return { ...grown, covered: weigh(grown.strengths), termOf: termsByStem(matches) };
}

function strengthsByClause(matches: readonly (readonly Match[])[], vocabulary: Vocabulary): Map<number, number[]> {
  const byClause = new Map<number, number[]>();
  for (const [term, found] of matches.entries()) {
    for (const { stem, strength } of found) {
      for (const clause of vocabulary.clausesOf.get(stem) ?? []) {
        let strengths = byClause.get(clause);
        if (!strengths) byClause.set(clause, (strengths = matches.map(() => 0)));
        strengths[term] = Math.max(strengths[term] ?? 0, strength);
      }
    }
  }
  return byClause;
}

function heaviest(byClause: ReadonlyMap<number, readonly number[]>, weigh: (strengths: readonly number[]) => number) {
  let best = -1;
  let most = -1;
  for (const [clause, strengths] of byClause) {
    const weight = weigh(strengths);
    if (weight > most + 1e-9) [best, most] = [clause, weight];
  }
  return best;
}

/** Takes in neighbouring clauses as long as each brings something the point still lacks. */
function grow(
  start: number,
  byClause: ReadonlyMap<number, readonly number[]>,
  weigh: (strengths: readonly number[]) => number,
): Pick<Alignment, 'from' | 'to' | 'strengths'> {
  let grown = { from: start, to: start + 1, strengths: byClause.get(start) ?? [] };
  for (let more = true; more && grown.to - grown.from < MOST_CLAUSES;) {
    more = false;
    const had = weigh(grown.strengths);
    let gain = LEAST_GAIN;
    let next = grown;
    for (let step = 1; step <= FURTHEST_CLAUSE; step += 1) {
      for (const clause of [grown.to - 1 + step, grown.from - step]) {
        const strengths = byClause.get(clause);
        if (!strengths) continue;
        const joined = grown.strengths.map((strength, term) => Math.max(strength, strengths[term] ?? 0));
        const gained = (weigh(joined) - had) / step;
        if (gained <= gain) continue;
        gain = gained;
        next = { from: Math.min(grown.from, clause), to: Math.max(grown.to, clause + 1), strengths: joined };
        more = true;
      }
    }
    grown = next;
  }
  return grown;
}

function termsByStem(matches: readonly (readonly Match[])[]): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const strongest = new Map<string, number>();
  for (const [term, found] of matches.entries()) {
    for (const { stem, strength } of found) {
      if (strength <= (strongest.get(stem) ?? 0)) continue;
      strongest.set(stem, strength);
      terms.set(stem, term);
    }
  }
  return terms;
}
