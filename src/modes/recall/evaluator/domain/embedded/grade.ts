import { CREDIT_CONFIDENCE, type Verdict } from '../evaluation.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Thresholds } from '../grader/model.ts';

export interface Grade {
  readonly verdict: Verdict;
  readonly confidence: number;
  /** Neither said nor not said for sure. */
  readonly isUncertain: boolean;
}

/** From this probability, a point that is not credited counts as expressed, not as partial. */
const EXPRESSED_FROM = 0.45;
/** Below this probability, an opposite speaks against a point of which hardly a word was said. */
const OPPOSED_BELOW = 0.2;
const MAX_UNCREDITED = CREDIT_CONFIDENCE - 0.01;

export interface Likelihood {
  /** That the answer expresses the point. */
  readonly chance: number;
  /** Other points of the batch say nearly the same, so that a few words fit several by chance. */
  readonly isRepeated: boolean;
  /** A word of the point is missing and a word of the opposite meaning is there. */
  readonly hasContrary: boolean;
}

/** `evidence` is null if the message has hardly any word of the point; `found` if it has none. */
export function gradeOf(evidence: Evidence | null, found: Likelihood | null, thresholds: Thresholds): Grade {
  if (evidence?.isQuestion) return no(evidence.coveredNew > 0.2 ? 'partial' : 'absent', 0.3);
  if (evidence?.isWholeMessage) return yes(1);
  if (found === null) return no('absent', 0);
  const { chance, isRepeated } = found;
  if (!evidence && found.hasContrary && chance < OPPOSED_BELOW) return no('absent', chance);
  if (evidence && plainlyContradicts(evidence)) return no('contradicted', 0.7);
  if (evidence && mayCredit(evidence)) {
    if (evidence.hasExactText && !isRepeated) return yes(0.97);
    const isComplete = completesTheQuestion(evidence);
    if (isComplete && !isRepeated && evidence.metKnown === 0) return yes(0.75);
    if ((isComplete || evidence.covered >= ALL) && chance >= thresholds.yesFrom) return yes(chance);
  }
  const confidence = Math.min(chance, MAX_UNCREDITED);
  const verdict = chance >= EXPRESSED_FROM ? 'expressed' : (evidence?.coveredNew ?? 0) > 0.2 ? 'partial' : 'absent';
  if (chance < thresholds.noBelow) return no(verdict, confidence);
  return { verdict: verdict === 'absent' ? 'partial' : verdict, confidence, isUncertain: true };
}

function yes(confidence: number): Grade {
  return { verdict: 'expressed', confidence: Math.max(CREDIT_CONFIDENCE, confidence), isUncertain: false };
}

function no(verdict: Verdict, confidence: number): Grade {
  return { verdict, confidence: Math.min(confidence, 0.99), isUncertain: false };
}

/** With equally many denials on both sides, a small difference is word order: "not felt", "do not feel". */
const DENIED_IN_PASSING = 0.25;

function contradicts({ differsInNegation, denied, hasContrary, hasOtherNumber }: Evidence): boolean {
  return denied > (differsInNegation ? 0 : DENIED_IN_PASSING) || hasContrary || hasOtherNumber;
}

/** An answer of so few words is read with its question. */
const SHORT = 8;

/** Nearly the same words, but with a denial, a contrary or another number. */
function plainlyContradicts(evidence: Evidence): boolean {
  const isDenied = evidence.denied > 0 && evidence.differsInNegation;
  const isOtherwise =
    evidence.hasOtherNumber ||
    evidence.hasContrary ||
    (isDenied && evidence.covered >= 0.6 && evidence.precision >= 0.8);
  if (evidence.hasOtherNumber && evidence.words <= SHORT && evidence.coveredInContext >= 0.7) return true;
  return isOtherwise && evidence.covered >= 0.5 && evidence.precision >= 0.6;
}

/** Vetoes that the model cannot overrule. */
function mayCredit(evidence: Evidence): boolean {
  if (contradicts(evidence) || evidence.hasLightContrary || evidence.differsInNegation) return false;
  if (evidence.isSwapped || evidence.missesNumber || evidence.dropsName || evidence.foreignWords > 0) return false;
  if (evidence.hasExchange || evidence.isDisputed || evidence.isListed || evidence.hasPlaceholder) return false;
  return evidence.newTermCount === 0 || evidence.metNew > 0;
}

const ALL = 0.9;
const MAX_COMPLETING = 2;
/** With a number among them, so many. */
const MAX_WITH_NUMBER = 4;

/** A short answer that supplies the few words that the question left open, and hardly any of its own. */
function completesTheQuestion(evidence: Evidence): boolean {
  return (
    evidence.metNew > 0 &&
    evidence.newTermCount <= (evidence.hasNumber ? MAX_WITH_NUMBER : MAX_COMPLETING) &&
    evidence.coveredNew >= ALL &&
    evidence.coveredInContext >= ALL
  );
}
