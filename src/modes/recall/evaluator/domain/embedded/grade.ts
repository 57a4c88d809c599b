import type { Verdict } from '../evaluation.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Chances, Thresholds } from '../grader/model.ts';

export interface EvidenceGrade {
  readonly verdict: Verdict;
  readonly confidence: number;
}

/** Minimum confidence at which a point counts as recalled. */
export const creditFrom = 0.6;
/** Confidence of an expressed point that is too uncertain to credit. */
const UNSURE = 0.55;

/** Maps the model's probability so that its credit threshold becomes `creditFrom`. */
function confidenceOf(chance: number, from: number): number {
  return chance < from
    ? (chance / from) * creditFrom * 0.999
    : creditFrom + ((chance - from) / (1 - from)) * (0.95 - creditFrom);
}

/** With equally many denials on both sides, a small difference is word order: "not felt", "do not feel". */
const DENIED_IN_PASSING = 0.25;

function contradicts(evidence: Evidence): boolean {
  const isDenied = evidence.differsInNegation ? evidence.denied > 0 : evidence.denied > DENIED_IN_PASSING;
  return isDenied || evidence.hasContrary || evidence.hasOtherNumber;
}

/** Nearly the same words, but with a denial, a contrary or another number. */
function plainlyContradicts(evidence: Evidence): boolean {
  const differs =
    evidence.hasOtherNumber || evidence.hasContrary || (evidence.denied > 0 && evidence.differsInNegation);
  return differs && evidence.covered >= 0.5 && evidence.precision >= 0.6;
}

/** Verbatim, with hardly anything else, and denied. */
function isPlainDenial(evidence: Evidence): boolean {
  const isDenied = evidence.denied > 0 && evidence.differsInNegation;
  return isDenied && evidence.sequence >= VERBATIM && evidence.covered >= 0.9 && evidence.precision >= 0.8;
}

/**
 * Minimum share of the said words that must belong to the point: among many other words, a short point appears by
 * chance.
 */
const BARE_FROM = 0.6;

/** Grades that are clear without the model; null if none is. */
function plainGradeOf(evidence: Evidence): EvidenceGrade | null {
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
 * The probability required if all of the point seems to be there in any order; null if it does not. Lower if the
 * asked number is there.
 */
function wholeFrom(evidence: Evidence, { expressedFrom, creditedFrom }: Thresholds): number | null {
  const isOfAnother = evidence.isSwapped || evidence.hasSubstitute;
  if (contradicts(evidence) || evidence.differsInNegation || isOfAnother) return null;
  if (evidence.isListed || evidence.hasPlaceholder) return null;
  if (!saysItAll(evidence) && !completesTheQuestion(evidence)) return null;
  return evidence.hasNumber ? expressedFrom : (expressedFrom + creditedFrom) / 2;
}

/**
 * `evidence` is null if the message has hardly any word of the point. Such a point is neither credited nor
 * contradicted.
 */
export function evidenceGradeOf(evidence: Evidence | null, chances: Chances, thresholds: Thresholds): EvidenceGrade {
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

/** Everything relevant is there, hardly anything else, and it is not a question. */
function isNearlyTheText(evidence: Evidence): boolean {
  const addsSomething = evidence.metNew > 0 || evidence.newTermCount === 0;
  return addsSomething && evidence.covered >= 0.9 && evidence.ordered >= 0.6 && !evidence.isQuestion;
}

/** Nearly every telling word is there in any order, among few others; for a long point without others, most of them. */
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

/** A short answer that supplies everything the question left open, and hardly anything else. */
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

/** A message that says little about a point contradicts it only with explicit signs. */
function mayContradict(evidence: Evidence): boolean {
  return contradicts(evidence) || evidence.differsInNegation || evidence.covered >= 0.4;
}

/** Minimum share for nearly verbatim, where a denial anywhere denies the point. */
const VERBATIM = 0.8;
/** A point of which the question leaves only this many words open is not said beside another answer. */
const FEW_TERMS = 1;

/** Vetoes that the model cannot overrule. */
function mayCredit(evidence: Evidence): boolean {
  if (evidence.missesNumber || contradicts(evidence) || evidence.isSwapped || evidence.hasSubstitute) return false;
  if (evidence.isListed || evidence.hasPlaceholder) return false;
  if (evidence.differsInNegation && evidence.sequence >= VERBATIM) return false;
  if (evidence.newTermCount > 0 && evidence.newTermCount <= FEW_TERMS && evidence.strayWords > 0) return false;
  return evidence.newTermCount === 0 || (evidence.metNew > 0 && evidence.coveredNew >= 0.4);
}
