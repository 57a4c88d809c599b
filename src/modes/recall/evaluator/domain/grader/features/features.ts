import type { Clause, Reading } from '#text/domain/words.ts';

import type { Evidence } from '../../evidence/evidence.ts';
import { deniedStems } from '../../evidence/negation.ts';
import { compare, type Comparison } from './comparison.ts';
import { coverageFeatures } from './coverage-features.ts';
import { mannerFeatures } from './manner-features.ts';
import { polarityFeatures } from './polarity-features.ts';
import { sequenceFeatures } from './sequence-features.ts';
import type { Term, TextView } from './text-view.ts';

/** Increase with every change of a feature's meaning: weights only fit the features they were trained on. */
export const FEATURES_VERSION = 1;

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
  /** The clauses of the message that may be about this point, and their words. */
  readonly clauses: readonly Clause[];
  readonly answer: TextView;
  /** For the clauses that say most; null if hardly any word matches. */
  readonly evidence: Evidence | null;
}

/** The model's inputs by name. */
export type Features = Readonly<Record<string, number>>;

export function featuresOf({ question, point, answer, message, clauses, evidence }: GradedPoint): Features {
  const sides = { question, point: point.view, answer, pointClauses: point.reading.clauses, terms: point.terms };
  const comparison = compare(sides);
  const denials = {
    inAnswer: deniedStems(message, clauses),
    inPoint: deniedStems(point.reading, point.reading.clauses),
  };
  return {
    ...coverageFeatures(comparison),
    ...sequenceFeatures(comparison),
    ...polarityFeatures(comparison, denials),
    ...mannerFeatures(comparison, clauses.length),
    ...evidenceFeatures(evidence),
    ...pointFeatures(comparison),
  };
}

/** Properties of the question and point, independent of the answer. */
function pointFeatures({ question, point, met }: Comparison) {
  const fresh = met.filter(({ isGiven }) => !isGiven);
  return {
    questionLength: Math.log(1 + question.words.length),
    pointLength: Math.log(1 + point.words.length),
    pointTerms: met.length,
    pointFresh: fresh.length,
    pointGiven: met.length - fresh.length,
    pointGivenShare: (met.length - fresh.length) / Math.max(1, met.length),
    pointNames: met.filter(({ term }) => term.isLabel || term.isNumber).length,
    pointNegators: point.negators,
    pointWeight: met.reduce((sum, { term }) => sum + term.weight, 0) / Math.max(1, met.length),
    freshMissing: fresh.reduce((sum, { term, likeness }) => sum + term.weight * (1 - likeness), 0),
  };
}

function evidenceFeatures(evidence: Evidence | null) {
  const yes = (value: boolean | undefined): number => (value === true ? 1 : 0);
  return {
    near: evidence ? 1 : 0,
    nearCovered: evidence?.covered ?? 0,
    nearCoveredFresh: evidence?.coveredNew ?? 0,
    nearCoveredInContext: evidence?.coveredInContext ?? 0,
    nearPrecise: evidence?.precision ?? 0,
    nearOrdered: evidence?.ordered ?? 0,
    nearSequence: evidence?.sequence ?? 0,
    nearWorstMissing: evidence?.worstMissing ?? 0,
    nearDenied: evidence?.denied ?? 0,
    nearNegationDiffers: yes(evidence?.differsInNegation),
    nearContrary: yes(evidence?.hasContrary),
    nearOtherNumber: yes(evidence?.hasOtherNumber),
    nearMissesNumber: yes(evidence?.missesNumber),
    nearSwapped: yes(evidence?.isSwapped),
    nearSubstitute: yes(evidence?.hasSubstitute),
    nearQuestion: yes(evidence?.isQuestion),
  };
}

export interface Placed {
  readonly features: Features;
  /** The clause that says most of the point, or -1. */
  readonly clause: number;
}

/**
 * What neighbouring points show: an answer that contradicts a neighbour with the same words, more clearly than it
 * says this point, does not say this point either.
 */
export function withNeighbours(all: readonly Placed[]): readonly Features[] {
  return all.map(({ features, clause }, index) => {
    let [contradicted, agreed, near] = [0, 0, 0];
    for (const [other, theirs] of all.entries()) {
      if (other === index || theirs.clause !== clause) continue;
      contradicted = Math.max(contradicted, theirs.features['contradicts'] ?? 0);
      near = Math.max(near, theirs.features['bothWeighedFresh'] ?? 0);
      agreed = Math.max(agreed, (theirs.features['agreeing'] ?? 0) * (theirs.features['bothWeighed'] ?? 0));
    }
    return {
      ...features,
      neighbourContradicted: contradicted,
      neighbourContradictedMore: contradicted - (features['bothWeighed'] ?? 0),
      neighbourContradictedOverall: contradicted - agreed,
      neighbourNear: near,
      neighbourNearer: near - (features['bothWeighedFresh'] ?? 0),
    };
  });
}

const ECHOES_FROM = 0.5;
const MAX_ECHOES = 12;

/**
 * Properties of a point independent of the answer: how many others of the batch say nearly the same (which makes a
 * chance match more likely), and its length (the longer, the fewer people say all of it). Trees would identify
 * questions by these values, so a linear model over question levels weights them instead.
 */
export function settingsOf(points: readonly PointView[]): readonly Features[] {
  return points.map(({ terms, reading }, index) => {
    let echoes = 0;
    for (const [other, { terms: theirs, view }] of points.entries()) {
      if (other === index) continue;
      let shared = 0;
      for (const { stem } of terms) if (view.stems.has(stem)) shared += 1;
      if ((2 * shared) / (terms.length + theirs.length) >= ECHOES_FROM) echoes += 1;
    }
    return { echoes: Math.log(1 + Math.min(MAX_ECHOES, echoes)), pointLength: Math.log(1 + reading.words.length) };
  });
}
