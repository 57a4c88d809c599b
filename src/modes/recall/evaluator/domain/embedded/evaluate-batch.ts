import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Evaluation, Point, PointVerdict } from '../evaluation.ts';
import type { Alignment, MessageIndex } from '../evidence/alignment.ts';
import { plainText, type PointTerms } from '../evidence/point-terms.ts';
import { type Chances, chancesOf, type GraderModel } from '../grader/model.ts';
import { shippedModel } from '../grader/shipped-model.ts';
import { outcomeOf } from '../outcome.ts';
import { feedbackOn, observationOf, type PointFinding } from './feedback.ts';
import { evidenceGradeOf } from './grade.ts';
import { missingOf } from './missing.ts';
import { quoteOf } from './quote.ts';
import { type BatchReading, isEchoed, readBatch, type ReadPoint } from './read-batch.ts';

/** Evaluates the person's last message against all points. Never throws; in doubt it credits nothing. */
export function evaluateBatchLexically(
  uncheckedPoints: readonly Point[],
  messages: readonly SpokenMessage[],
): Evaluation {
  const model = shippedModel();
  const reading = readBatch(uncheckedPoints, messages, model.wordWeights);
  return gradeBatch(reading, { ...model, chancesOf: ({ features, setting }) => chancesOf(model, features, setting) });
}

/** The parts of a model that decide once a batch is read. */
export interface Grader extends Pick<GraderModel, 'alone' | 'echoed'> {
  chancesOf(weighed: NonNullable<ReadPoint['weighed']>): Chances;
}

/** Grades a batch that was read. */
export function gradeBatch({ message, points }: BatchReading, grader: Grader): Evaluation {
  const findings = withoutCrossTalk(points.map((point) => find(point, message, grader)));
  const verdicts = findings.map((finding) => finding.verdict);
  return {
    recalledPointIds: verdicts.filter(isRecalled).map((verdict) => verdict.id),
    confidencePerPoint: Object.fromEntries(verdicts.map((verdict) => [verdict.id, verdict.confidence])),
    feedback: feedbackOn(findings.filter(isSomething)),
    verdicts,
  };
}

function isRecalled(verdict: PointVerdict): boolean {
  return outcomeOf(verdict) === 'yes';
}

const MET_FROM = 0.5;

/** The kind of part that was not said, counting words of the conversation as said. */
function lackOf({ point, reading, terms }: PointTerms, alignment: Alignment | null): string {
  const unsaid = new Set(
    terms.flatMap(({ stem, isKnown }, index) =>
      !isKnown && (alignment?.strengths[index] ?? 0) < MET_FROM ? [stem] : [],
    ),
  );
  return missingOf(plainText(point.text), reading, (stem) => unsaid.has(stem));
}

function find({ terms, near, weighed }: ReadPoint, message: MessageIndex, grader: Grader): Found {
  const { id } = terms.point;
  if (terms.reading.words.length === 0)
    return { verdict: comparedAsWritten(terms.point, message.text), evidence: null };
  if (!weighed) return { verdict: { ...absent(id), missing: lackOf(terms, null) }, evidence: null };
  const evidence = near?.evidence ?? null;
  const { verdict, confidence } = evidenceGradeOf(
    evidence,
    grader.chancesOf(weighed),
    isEchoed(weighed) ? grader.echoed : grader.alone,
  );
  const clauses = near?.alignment ?? { from: 0, to: message.reading.clauses.length };
  const quote = verdict === 'absent' ? '' : quoteOf(clauses, message);
  const found: PointVerdict = { id, verdict, confidence, quote, observation: observationOf(verdict, evidence) };
  if (isRecalled(found)) return { verdict: found, evidence };
  const isUncertain = verdict === 'partial' || verdict === 'expressed';
  const missing = lackOf(terms, near?.alignment ?? null);
  return { verdict: { ...found, missing, ...(isUncertain && { isUncertain }) }, evidence };
}

/** Removes words that say one point from the evidence against another. */
function withoutCrossTalk(findings: readonly Found[]): readonly Found[] {
  const quotes = findings.filter(({ verdict }) => isRecalled(verdict)).map(({ verdict }) => verdict.quote);
  return findings.map((found) => {
    const { id, verdict, quote, missing } = found.verdict;
    if (verdict !== 'contradicted' || !quotes.some((said) => said.includes(quote) || quote.includes(said)))
      return found;
    return { verdict: { ...absent(id), ...(missing !== undefined && { missing }) }, evidence: null };
  });
}

function absent(id: string): PointVerdict {
  return { id, verdict: 'absent', confidence: 0, quote: '', observation: 'Nothing of this point was said.' };
}

/** For points without letters or digits. */
function comparedAsWritten({ id, text }: Point, message: string): PointVerdict {
  const wanted = text.trim();
  if (wanted === '' || !message.includes(wanted)) return absent(id);
  return { id, verdict: 'expressed', confidence: 1, quote: wanted, observation: 'Word for word.' };
}

interface Found {
  readonly verdict: PointVerdict;
  /** Null if the message has hardly any word of the point. */
  readonly evidence: PointFinding['evidence'] | null;
}

function isSomething(found: Found): found is PointFinding {
  return found.evidence !== null;
}
