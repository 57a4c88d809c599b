import type { SpokenMessage } from '#session/domain/spoken.ts';
import type { Problem } from '#session/protocol.ts';

import type { Evaluation, Point, PointVerdict } from '../evaluation.ts';
import type { Alignment } from '../evidence/alignment.ts';
import { plainText, type PointTerms } from '../evidence/point-terms.ts';
import type { Features } from '../grader/features.ts';
import { chanceOf, ECHOES, type Thresholds } from '../grader/model.ts';
import { shippedModel } from '../grader/shipped-model.ts';
import { outcomeOf } from '../outcome.ts';
import { withAttempt } from './attempt.ts';
import { beginningOf, readLength } from './bounds.ts';
import { feedbackOn, observationOf, type PointFinding } from './feedback.ts';
import { filledGaps } from './filled-gaps.ts';
import { gradeOf, type Likelihood } from './grade.ts';
import { missingOf } from './missing.ts';
import { quoteOf } from './quote.ts';
import { type BatchReading, readBatch, type ReadPoint } from './read-batch.ts';

/**
 * Evaluates the person's last message against all points. `askedIds`: the points that the last question asks for. Of a
 * long message only the beginning is read, so the time is bounded. Never throws; in doubt it credits nothing.
 */
export function evaluateBatchLexically(
  uncheckedPoints: readonly Point[],
  messages: readonly SpokenMessage[],
  askedIds: readonly string[] = [],
): Evaluation {
  const length = readLength(uncheckedPoints.length);
  const last = messages.at(-1);
  if (!last || last.content.length <= length) return evaluateWhole(uncheckedPoints, messages, askedIds);
  const beginning = { ...last, content: beginningOf(last.content, length) };
  const evaluation = evaluateWhole(uncheckedPoints, [...messages.slice(0, -1), beginning], askedIds);
  return { ...evaluation, trouble: readUpTo(length) };
}

function readUpTo(length: number): Problem {
  return {
    message: `Only its first ${length.toLocaleString('en')} characters were compared with your points.`,
    remedy: 'Say the rest in shorter messages.',
  };
}

function evaluateWhole(
  uncheckedPoints: readonly Point[],
  messages: readonly SpokenMessage[],
  askedIds: readonly string[],
): Evaluation {
  const model = shippedModel();
  const grader = { thresholds: model.thresholds, chanceOf: (features: Features) => chanceOf(model, features) };
  const filled = filledGaps(messages);
  const said = messages.at(-1)?.content.trim() ?? '';
  if (filled === null)
    return withAttempt(gradeBatch(readBatch(uncheckedPoints, messages), grader), {
      said,
      points: uncheckedPoints,
      askedIds,
    });
  const asLine = [...messages.slice(0, -1), { author: 'person', content: filled } as const];
  return gradeBatch(readBatch(uncheckedPoints, asLine), grader, () => said);
}

/** The parts of a model that decide once a batch is read. */
interface Grader {
  readonly thresholds: Thresholds;
  chanceOf(features: Features): number;
}

/** Grades a batch that was read. `quoted` gives the person's words for an aligned point. */
function gradeBatch(
  { message, points }: BatchReading,
  grader: Grader,
  quoted: (alignment: Alignment | null) => string = (alignment) => quoteOf(alignment, message),
): Evaluation {
  const found = withoutCrossTalk(points.map((point) => find(point, { text: message.text, grader, quoted })));
  const findings = withFewGuesses(found, points);
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

function find({ terms, near, features }: ReadPoint, { text, grader, quoted }: Grading): Found {
  const { point } = terms;
  if (terms.reading.words.length === 0) return { verdict: comparedAsWritten(point, text), evidence: null };
  const evidence = near?.evidence ?? null;
  const likelihood = features && likelihoodOf(features, grader);
  const { verdict, confidence, isUncertain } = gradeOf(evidence, likelihood, grader.thresholds);
  const quote = verdict === 'absent' ? '' : quoted(near?.alignment ?? null);
  const observation = observationOf(verdict, evidence);
  const found = { id: point.id, verdict, confidence, quote, observation, ...(isUncertain && { isUncertain }) };
  if (isRecalled(found)) return { verdict: found, evidence };
  return { verdict: { ...found, missing: lackOf(terms, near?.alignment ?? null) }, evidence };
}

function likelihoodOf(features: Features, grader: Grader): Likelihood {
  const isSome = (name: string): boolean => (features[name] ?? 0) > 0;
  return { chance: grader.chanceOf(features), isRepeated: isSome(ECHOES), hasContrary: isSome('contraries') };
}

interface Grading {
  readonly text: string;
  readonly grader: Grader;
  readonly quoted: (alignment: Alignment | null) => string;
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

/** Removes words that say one point from the evidence against another. */
function withoutCrossTalk(findings: readonly Found[]): readonly Found[] {
  const quotes = findings.filter(({ verdict }) => isRecalled(verdict)).map(({ verdict }) => verdict.quote);
  return findings.map((found) => {
    const { id, verdict, quote, missing } = found.verdict;
    if (verdict !== 'contradicted' || !quotes.some((said) => areSameWords(said, quote))) return found;
    return { verdict: { ...absent(id), ...(missing !== undefined && { missing }) }, evidence: null };
  });
}

/** Minimum share of a point that a message must say to be about it, if the question is about another. */
const SOME = 0.2;

/**
 * A message is hardly about several points that it says only a little of: of these at most two stay uncertain, the
 * nearest, and the one that the question is about.
 */
function withFewGuesses(findings: readonly Found[], points: readonly ReadPoint[]): readonly Found[] {
  const isGuess = ({ verdict }: Found): boolean => verdict.isUncertain === true && verdict.verdict === 'partial';
  const isSaid = findings.some(({ verdict }) => verdict.verdict === 'expressed');
  const decided = findings.filter(({ verdict }) => isRecalled(verdict) || verdict.verdict === 'contradicted');
  const isSpent = ({ verdict: { quote } }: Found): boolean =>
    decided.some(({ verdict }) => areSameWords(verdict.quote, quote));
  const asked = points.map(({ terms }) => knownShare(terms));
  const mostAsked = Math.max(...asked);
  const nearest = Math.max(...findings.filter(isGuess).map(({ verdict }) => verdict.confidence));
  return findings.map((found, index) => {
    if (!isGuess(found)) return found;
    const isAsked = mostAsked > 0 && asked[index] === mostAsked;
    if (isAsked && !isSpent(found)) return found;
    const isSome = (found.evidence?.coveredNew ?? 0) > SOME;
    const isNearest = !isSaid && !isSpent(found) && found.verdict.confidence === nearest;
    if (isNearest && (isSome || mostAsked > 0)) return found;
    const { isUncertain: _, ...verdict } = found.verdict;
    return { ...found, verdict: isSome ? verdict : { ...verdict, verdict: 'absent', quote: '' } };
  });
}

function areSameWords(left: string, right: string): boolean {
  return left.includes(right) || right.includes(left);
}

/** The share of a point that the conversation has used. */
function knownShare({ terms }: PointTerms): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return terms.reduce((sum, { weight, isKnown, isLight }) => sum + (isKnown && !isLight ? weight : 0), 0) / total;
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
