import type { Verdict } from '../evaluation.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Chances, Thresholds } from '../grader/model.ts';

export interface Grade {
  readonly verdict: Verdict;
  readonly confidence: number;
}

/** From this confidence on a point counts as recalled. */
export const creditFrom = 0.6;
/** Expressed, but not surely enough to credit. */
const UNSURE = 0.55;

/** Maps the model's chance so that its credit threshold falls on `creditFrom`. */
function confidenceOf(chance: number, from: number): number {
  return chance < from
    ? (chance / from) * creditFrom * 0.999
    : creditFrom + ((chance - from) / (1 - from)) * (0.95 - creditFrom);
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

/** Word for word, next to nothing else, and denied: no wording of the same. */
function isPlainDenial(evidence: Evidence): boolean {
  const isDenied = evidence.denied > 0 && evidence.differsInNegation;
  return isDenied && evidence.sequence >= VERBATIM && evidence.covered >= 0.9 && evidence.precision >= 0.8;
}

/** Of the words said, so many must be the point's for it to be plain: beside many others, a short point is there by chance. */
const BARE_FROM = 0.6;

/** What is plain by itself, whatever the model says; null where nothing is. */
function plainGradeOf(evidence: Evidence): Grade | null {
  const isOfAnother = evidence.isSwapped || evidence.hasSubstitute;
  const isBackedUp = !contradicts(evidence) && !evidence.differsInNegation && !isOfAnother && !evidence.isListed;
  if (evidence.isQuestion) return { verdict: evidence.coveredNew > 0.2 ? 'partial' : 'absent', confidence: 0.3 };
  if (evidence.isWholeMessage) return { verdict: 'expressed', confidence: 1 };
  if (evidence.precision < BARE_FROM) return null;
  if (evidence.hasExactText && isBackedUp) return { verdict: 'expressed', confidence: 0.97 };
  if (isNearlyTheText(evidence) && isBackedUp) return { verdict: 'expressed', confidence: 0.92 };
  return null;
}

/**
 * All of it seems to be there, in whatever order: the chance from which that is believed, or null where it does not seem
 * so. Sooner believed with the number that was open.
 */
function wholeFrom(evidence: Evidence, { expressedFrom, creditedFrom }: Thresholds): number | null {
  const isOfAnother = evidence.isSwapped || evidence.hasSubstitute;
  if (contradicts(evidence) || evidence.differsInNegation || isOfAnother) return null;
  if (evidence.isListed || evidence.hasPlaceholder) return null;
  if (!saysItAll(evidence) && !completesTheQuestion(evidence)) return null;
  return evidence.hasNumber ? expressedFrom : (expressedFrom + creditedFrom) / 2;
}

/** `evidence` is null where the message has hardly a word of the point: that is never credited, nor held against anyone. */
export function gradeOf(evidence: Evidence | null, chances: Chances, thresholds: Thresholds): Grade {
  const plain = evidence && plainGradeOf(evidence);
  if (plain) return plain;
  const { expressed, contradicted } = chances;
  const { expressedFrom, creditedFrom } = thresholds;
  const whole = evidence && wholeFrom(evidence, thresholds);
  if (whole !== null) return { verdict: 'expressed', confidence: expressed >= whole ? 0.75 : UNSURE };
  const isOtherwise = evidence !== null && (evidence.hasContrary || evidence.hasOtherNumber || isPlainDenial(evidence));
  if (evidence && plainlyContradicts(evidence) && (isOtherwise || expressed < creditedFrom))
    return { verdict: 'contradicted', confidence: 0.7 };
  if (expressed >= expressedFrom) {
    const confidence = confidenceOf(expressed, creditedFrom);
    const isCreditable = evidence !== null && mayCredit(evidence);
    return { verdict: 'expressed', confidence: isCreditable ? confidence : Math.min(confidence, UNSURE) };
  }
  if (contradicted >= thresholds.contradictedFrom && evidence !== null && mayContradict(evidence))
    return { verdict: 'contradicted', confidence: contradicted };
  const isPartial = evidence !== null && evidence.coveredNew > 0.2;
  return { verdict: isPartial ? 'partial' : 'absent', confidence: confidenceOf(expressed, thresholds.creditedFrom) };
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
    evidence.strayWords === 0 &&
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

/** Nearly word for word, so that a denial anywhere is a denial of it. */
const VERBATIM = 0.8;
/** A point that the question leaves open by so few words is not said beside another answer. */
const FEW_TERMS = 1;

/** In doubt, no: what the model may not overrule. */
function mayCredit(evidence: Evidence): boolean {
  if (evidence.missesNumber || contradicts(evidence) || evidence.isSwapped || evidence.hasSubstitute) return false;
  if (evidence.isListed || evidence.hasPlaceholder) return false;
  if (evidence.differsInNegation && evidence.sequence >= VERBATIM) return false;
  if (evidence.newTermCount > 0 && evidence.newTermCount <= FEW_TERMS && evidence.strayWords > 0) return false;
  return evidence.newTermCount === 0 || (evidence.metNew > 0 && evidence.coveredNew >= 0.4);
}
