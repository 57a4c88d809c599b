import type { Verdict } from '../evaluation.ts';
import type { Evidence } from './evidence.ts';
import { chancesOf } from './model.ts';

export interface Grade {
  readonly verdict: Verdict;
  readonly confidence: number;
}

/** From this confidence on a point counts as recalled. */
export const creditFrom = 0.6;
/** The chance from which the model calls a point expressed, and from which it is sure enough to credit. */
const EXPRESSED_FROM = 0.4;
const CREDIT_FROM = 0.72;
const CONTRADICTED_FROM = 0.4;
const UNSURE = 0.55;

/** Maps the model's chance so that its credit threshold falls on `creditFrom`. */
function confidenceOf(probability: number): number {
  return probability < CREDIT_FROM
    ? (probability / CREDIT_FROM) * creditFrom * 0.999
    : creditFrom + ((probability - CREDIT_FROM) / (1 - CREDIT_FROM)) * (0.95 - creditFrom);
}

/** With as many denials on both sides, a few words under another one are a matter of word order: "not felt", "do not feel". */
const DENIED_IN_PASSING = 0.25;

function contradicts(evidence: Evidence): boolean {
  const isDenied = evidence.differsInNegation ? evidence.denied > 0 : evidence.denied > DENIED_IN_PASSING;
  return isDenied || evidence.hasContrary || evidence.hasOtherNumber;
}

/** Says nearly the same, but for a denial, a contrary or a number. */
function plainlyContradicts(evidence: Evidence): boolean {
  const differs =
    evidence.hasOtherNumber || evidence.hasContrary || (evidence.denied > 0 && evidence.differsInNegation);
  return differs && evidence.covered >= 0.5 && evidence.precision >= 0.6;
}

export function gradeOf(evidence: Evidence): Grade {
  const isOfAnother = evidence.isSwapped || evidence.hasSubstitute;
  const isBackedUp = !contradicts(evidence) && !evidence.differsInNegation && !isOfAnother;
  if (evidence.isQuestion) return { verdict: evidence.coveredNew > 0.2 ? 'partial' : 'absent', confidence: 0.3 };
  if (evidence.isWholeMessage) return { verdict: 'expressed', confidence: 1 };
  if (evidence.hasExactText && isBackedUp) return { verdict: 'expressed', confidence: 0.97 };
  if (isNearlyTheText(evidence) && isBackedUp) return { verdict: 'expressed', confidence: 0.92 };
  if (plainlyContradicts(evidence)) return { verdict: 'contradicted', confidence: 0.7 };
  if (isBackedUp && (saysItAll(evidence) || completesTheQuestion(evidence)))
    return { verdict: 'expressed', confidence: 0.75 };
  const { expressed, contradicted } = chancesOf(evidence);
  if (expressed >= EXPRESSED_FROM) {
    const confidence = confidenceOf(expressed);
    return { verdict: 'expressed', confidence: mayCredit(evidence) ? confidence : Math.min(confidence, UNSURE) };
  }
  const against = contradicted / (1 - expressed);
  if (against >= CONTRADICTED_FROM && mayContradict(evidence)) return { verdict: 'contradicted', confidence: against };
  return { verdict: evidence.coveredNew > 0.2 ? 'partial' : 'absent', confidence: expressed };
}

/** All that matters is there, hardly anything else, and not as a question. */
function isNearlyTheText(evidence: Evidence): boolean {
  const addsSomething = evidence.metNew > 0 || evidence.newTermCount === 0;
  return addsSomething && evidence.covered >= 0.9 && evidence.ordered >= 0.6 && !evidence.isQuestion;
}

/** Nearly every telling word is there, in whatever order, among few others; of a long point, with no others, most. */
function saysItAll(evidence: Evidence): boolean {
  const said = Math.min(evidence.covered, evidence.coveredNew);
  const isMost = said >= 0.62 && evidence.metNew >= 5 && evidence.precision >= 0.95 && evidence.worstMissing <= 0.18;
  return (
    (isMost || (said >= 0.72 && evidence.metNew > 1 && evidence.precision >= 0.62)) &&
    evidence.termCount >= 3 &&
    !evidence.missesNumber &&
    !evidence.isQuestion
  );
}

/** A short answer that brings all the question left open, and next to nothing else. */
function completesTheQuestion(evidence: Evidence): boolean {
  return (
    evidence.metNew > 0 &&
    (evidence.coveredNew >= 0.95 ||
      (evidence.hasNumber && evidence.coveredNew >= 0.8 && evidence.coveredInContext >= 0.9)) &&
    evidence.foreignWords <= 1 &&
    evidence.precision >= 0.5 &&
    evidence.newTermCount < evidence.termCount &&
    !evidence.isQuestion &&
    evidence.messageWords <= 12
  );
}

/** Who says little of a point does not contradict it, unless there is a sign of it. */
function mayContradict(evidence: Evidence): boolean {
  return contradicts(evidence) || evidence.differsInNegation || evidence.covered >= 0.4;
}

/** In doubt, no: what the model may not overrule. */
function mayCredit(evidence: Evidence): boolean {
  if (evidence.missesNumber || contradicts(evidence) || evidence.isSwapped || evidence.hasSubstitute) return false;
  return evidence.metNew > 0 && evidence.coveredNew >= 0.4;
}
