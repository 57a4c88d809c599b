import type { Clause, Reading } from '#text/domain/words.ts';

import { deniedStems } from '../evidence/negation.ts';
import { compare, type Compared, type Comparison } from './comparison.ts';
import { bothOf, shareOf, shareOfNew, type Term, type TextView } from './text-view.ts';
import { meetsFrom } from './word-likeness.ts';

/** Increase with every change of a feature's meaning: weights only fit the features they were trained on. */
export const FEATURES_VERSION = 2;

/** A point as the features see it; the same for every message. */
export interface PointView {
  readonly view: TextView;
  readonly reading: Reading;
  /** Without asides in brackets and examples. */
  readonly terms: readonly Term[];
}

export interface GradedPoint {
  readonly question: TextView;
  readonly point: PointView;
  readonly message: Reading;
  /** The clauses of the message that are about this point, and their words. */
  readonly clauses: readonly Clause[];
  readonly answer: TextView;
}

/** The model's inputs by name. */
export type Features = Readonly<Record<string, number>>;

export function featuresOf({
  question,
  point: { view: point, reading, terms },
  answer,
  ...said
}: GradedPoint): Features {
  const comparison = compare({ question, point, answer, terms });
  return {
    ...coverage(comparison),
    leastClause: leastClause(comparison.met, point, reading.clauses),
    ...polarity(comparison, {
      inAnswer: deniedStems(said.message, said.clauses),
      inPoint: deniedStems(reading, reading.clauses),
    }),
    negationDiffers: (answer.negators + point.negators) % 2,
    pairsOfPoint: shareOfNew(point.pairs, new Set(), answer.pairs),
    freshPairsOfPoint: shareOfNew(point.pairs, question.pairs, answer.pairs),
    letters: bothOf(
      shareOfNew(point.letters, new Set(), answer.letters),
      shareOfNew(answer.letters, new Set(), point.letters),
    ),
    freshLettersOfPoint: shareOfNew(point.letters, question.letters, answer.letters),
    inOrder: inOrder(point, answer),
    lengthShare: shareOf(answer.words.length, answer.words.length + point.words.length),
    length: Math.log(1 + answer.words.length),
    contentShare: shareOf(answer.words.filter(({ isContent }) => isContent).length, answer.words.length),
    pronouns: shareOf(answer.words.filter(({ form }) => PRONOUNS.has(form)).length, answer.words.length),
    comparisons: answer.words.filter(({ form }) => /^(?:more|less|most|least|\p{L}{3,}(?:er|est))$/u.test(form)).length,
  };
}

const PRONOUNS = new Set('it they them that this he she you'.split(' '));

/** The share of the point that is said, and of the answer that belongs to it: counted or weighted, given or new. */
function coverage({ met, said }: Comparison) {
  const count = () => 1;
  const fresh = ({ isGiven }: Compared) => (isGiven ? 0 : 1);
  const weighed = ({ term, isGiven }: Compared) => (isGiven ? 0 : term.weight);
  const all = shareMet(met, count) ?? 0;
  const coveredWeighedFresh = shareMet(met, weighed) ?? all;
  const preciseWeighedFresh = shareMet(said, weighed) ?? shareMet(said, count) ?? 0;
  const freshTerms = met.filter(({ isGiven }) => !isGiven);
  const freshSaid = said.filter(({ isGiven }) => !isGiven);
  return {
    covered: all,
    coveredFresh: shareMet(met, fresh) ?? all,
    coveredWeighedFresh,
    coveredGiven: shareMet(met, ({ isGiven }) => (isGiven ? 1 : 0)) ?? 0,
    preciseFresh: shareMet(said, fresh) ?? shareMet(said, count) ?? 0,
    preciseWeighedFresh,
    bothWeighedFresh: bothOf(coveredWeighedFresh, preciseWeighedFresh),
    saidGiven: shareOf(said.length - freshSaid.length, said.length),
    metFresh: freshTerms.reduce((sum, { likeness }) => sum + likeness, 0),
    foreign: freshSaid.reduce((sum, { likeness }) => sum + 1 - likeness, 0),
    worstMissingFresh: Math.max(0, ...freshTerms.map(({ term, likeness }) => term.weight * (1 - likeness))),
    pointTerms: met.length,
    pointFresh: freshTerms.length,
    pointGivenShare: shareOf(met.length - freshTerms.length, met.length),
  };
}

/** Null if nothing weighs anything. */
function shareMet(each: readonly Compared[], weigh: (one: Compared) => number): number | null {
  let [part, whole] = [0, 0];
  for (const one of each) {
    const weight = weigh(one);
    whole += weight;
    part += weight * one.likeness;
  }
  return whole === 0 ? null : part / whole;
}

/** The share of the clause of the point that is said least. */
function leastClause(met: Comparison['met'], point: TextView, clauses: readonly Clause[]): number {
  let least = 1;
  for (const { from, to } of clauses) {
    const first = point.words[from]?.start ?? Infinity;
    const end = point.words[to]?.start ?? Infinity;
    const part = met.filter(({ term, isGiven }) => !isGiven && term.start >= first && term.start < end);
    least = Math.min(least, shareMet(part, ({ term }) => term.weight) ?? 1);
  }
  return least;
}

/** Denied stems on either side. */
interface Denials {
  readonly inAnswer: ReadonlySet<string>;
  readonly inPoint: ReadonlySet<string>;
}

const GIVEN_SHARE = 0.5;

/** Whether both affirm and deny the same. An opposite reverses the meaning, and so does a denial; both preserve it. */
function polarity({ met, said }: Comparison, { inAnswer, inPoint }: Denials) {
  let [agreeing, disagreeing] = [0, 0];
  for (const { term, likeness, by, opposite, isGiven } of met) {
    const word = likeness >= meetsFrom ? by : opposite;
    if (!word || term.isNamed) continue;
    const isTurned = (word === opposite) !== (inAnswer.has(word.stem) !== inPoint.has(term.stem));
    const weight = term.weight * (isGiven ? GIVEN_SHARE : 1);
    if (isTurned) disagreeing += weight;
    else agreeing += weight;
  }
  const names = met.filter(({ term }) => term.isNamed);
  const otherNames = said.filter(({ term, likeness }) => term.isNamed && likeness < 1);
  const share = shareOf(disagreeing, agreeing + disagreeing);
  const covered = shareMet(met, ({ term }) => term.weight) ?? 0;
  const precise = shareMet(said, ({ term }) => term.weight) ?? 0;
  return {
    contraries: met.filter(({ opposite }) => opposite !== null).length,
    agreeing: shareOf(agreeing, agreeing + disagreeing),
    disagreement: disagreeing,
    contradictsByWeight: share * bothOf(covered, precise),
    namesMissing: names.filter(({ likeness }) => likeness < 1).length,
    namesForeign: otherNames.filter(({ isGiven }) => !isGiven).length,
  };
}

const MAX_SEQUENCE = 48;

/** The stems that appear in both in the same order, as a share of both. */
function inOrder(left: TextView, right: TextView): number {
  const here = left.words.slice(0, MAX_SEQUENCE);
  const there = right.words.slice(0, MAX_SEQUENCE);
  let row = new Uint8Array(there.length + 1);
  let next = new Uint8Array(there.length + 1);
  for (const { stem } of here) {
    for (const [index, other] of there.entries())
      next[index + 1] = other.stem === stem ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0);
    [row, next] = [next, row];
  }
  const longest = row[there.length] ?? 0;
  return bothOf(shareOf(longest, here.length), shareOf(longest, there.length));
}

/**
 * The evidence of neighbouring points: an answer that contradicts a neighbour with the same words, or says it more
 * nearly, does not say this point.
 */
export function withNeighbours(
  all: readonly {
    readonly features: Features;
    /** The clause that says most of it, or -1. */ readonly clause: number;
  }[],
): readonly Features[] {
  return all.map(({ features, clause }, index) => {
    let [contradicted, near] = [0, 0];
    for (const [other, theirs] of all.entries()) {
      if (other === index || theirs.clause !== clause) continue;
      contradicted = Math.max(contradicted, theirs.features['contradictsByWeight'] ?? 0);
      near = Math.max(near, theirs.features['bothWeighedFresh'] ?? 0);
    }
    return {
      ...features,
      neighbourContradicted: contradicted,
      neighbourNear: near,
      neighbourNearer: near - (features['bothWeighedFresh'] ?? 0),
    };
  });
}
