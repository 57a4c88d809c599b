import type { PointVerdict, Verdict } from '../evaluation.ts';
import type { Evidence } from '../evidence/evidence.ts';

/** A point with what was found about it. */
export interface PointFinding {
  readonly verdict: PointVerdict;
  readonly evidence: Evidence;
}

const MAX_NEAR_MISSES = 3;
const MAX_QUOTE_LENGTH = 160;

/** About one point, for the tutor only, while it asks for that point. Names no word of the point that was not said. */
export function observationOf(verdict: Verdict, evidence: Evidence | null): string {
  if (evidence === null)
    return verdict === 'expressed' ? 'Perhaps, in quite other words.' : 'Nothing of this point was said.';
  if (verdict === 'absent') return 'Nothing of this point was said.';
  if (verdict === 'contradicted') return `Says otherwise: ${disagreement(evidence)}.`;
  if (verdict === 'partial')
    return `Some of it: ${shareOf(evidence)}${evidence.missesNumber ? '; a number is missing' : ''}.`;
  if (evidence.hasExactText) return 'Word for word.';
  if (evidence.coveredNew >= 0.9) return 'In full, in own words.';
  return `The core of it: ${shareOf(evidence)}.`;
}

function disagreement(evidence: Evidence): string {
  if (evidence.hasOtherNumber) return 'another number';
  if (evidence.hasContrary) return 'the contrary word';
  return evidence.denied > 0 ? 'what is affirmed there is denied, or the reverse' : 'what was said does not fit';
}

function shareOf(evidence: Evidence): string {
  return `${String(evidence.metNew)} of ${String(evidence.newTermCount)} telling words`;
}

/**
 * For the tutor only. Names only what the person said and nothing a point still lacks, so a tutor that quotes it
 * gives nothing away.
 */
export function feedbackOn(findings: readonly PointFinding[]): string {
  const of = (verdict: Verdict): readonly PointFinding[] =>
    findings.filter((finding) => finding.verdict.verdict === verdict);
  const recalled = of('expressed').filter(({ verdict }) => verdict.confidence >= 0.6);
  const unsure = of('expressed').filter(({ verdict }) => verdict.confidence < 0.6);
  const near = [...of('partial'), ...unsure].toSorted((left, right) => right.evidence.covered - left.evidence.covered);
  const lines = [
    ...recalled.map(({ verdict, evidence }) => `Recalled: "${short(verdict.quote)}" (${accuracy(evidence)}).`),
    ...of('contradicted')
      .slice(0, MAX_NEAR_MISSES)
      .map(
        ({ verdict, evidence }) =>
          `Wrong: "${short(verdict.quote)}" (${disagreement(evidence)}). Ask them to look at it again.`,
      ),
    ...near
      .slice(0, MAX_NEAR_MISSES)
      .map(
        ({ verdict, evidence }) =>
          `Near: "${short(verdict.quote)}" (${shareOf(evidence)}${evidence.missesNumber ? ', no number' : ''}). Ask for the rest of it.`,
      ),
  ];
  return lines.length > 0 ? lines.join('\n') : 'Nothing of the points still open was said.';
}

function accuracy(evidence: Evidence): string {
  if (evidence.hasExactText) return 'word for word';
  if (evidence.coveredNew >= 0.9) return 'complete';
  return 'the core, not every detail';
}

function short(quote: string): string {
  return quote.length <= MAX_QUOTE_LENGTH ? quote : `${quote.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…`;
}
