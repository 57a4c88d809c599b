import type { Evaluation, Point, PointVerdict, SpokenMessage } from '../evaluation.ts';
import { align, largestShares, startOf, type MessageIndex, type Start } from './alignment.ts';
import { evidenceOf } from './evidence.ts';
import { feedbackOn, observationOf, type Finding } from './feedback.ts';
import { creditFrom, gradeOf } from './grade.ts';
import { vocabularyOf } from './matching.ts';
import { plainText, termsOf, type PointTerms } from './point-terms.ts';
import { quoteOf } from './quote.ts';
import { stopWordsFor } from './stop-words.ts';
import { createLexicon, read, type Lexicon } from './words.ts';

/** Enough of a set to know its language. */
const SAMPLED_POINTS = 100;
/** What the person said this many messages ago still counts as said. */
const REMEMBERED_MESSAGES = 4;
const LONGEST_CONTEXT = 4_000;

/** Reads the last message, the person's, against all points. Never throws; in doubt it credits nothing. */
export function evaluateBatchLexically(
  uncheckedPoints: readonly Point[],
  messages: readonly SpokenMessage[],
): Evaluation {
  const last = messages.at(-1);
  const text = last?.author === 'person' ? last.content : '';
  const sample = uncheckedPoints.slice(0, SAMPLED_POINTS).map((point) => point.text);
  const lexicon = createLexicon(stopWordsFor([...sample, text.slice(0, 2_000)].join(' ')));
  const known = knownStems(messages.slice(0, -1), lexicon);
  const reading = read(text, lexicon);
  const message: MessageIndex = { text, reading, vocabulary: vocabularyOf(reading), known };
  const points = termsOf(uncheckedPoints, known, lexicon);
  const starts = points.map((point) => startOf(point, message));
  const largest = largestShares(starts);
  const findings = withoutCrossTalk(
    points.map((point, index) => find(point, starts[index] ?? null, { message, largest })),
  );
  const verdicts = findings.map((finding) => finding.verdict);
  return {
    recalledPointIds: verdicts.filter(isRecalled).map((verdict) => verdict.id),
    confidencePerPoint: Object.fromEntries(verdicts.map((verdict) => [verdict.id, verdict.confidence])),
    feedback: feedbackOn(findings.filter(isSomething)),
    verdicts,
  };
}

function isRecalled(verdict: PointVerdict): boolean {
  return verdict.verdict === 'expressed' && verdict.confidence >= creditFrom && verdict.quote !== '';
}

/** The question that is answered, and what the person said shortly before: both are context, not merit. */
function knownStems(before: readonly SpokenMessage[], lexicon: Lexicon): ReadonlySet<string> {
  const recent = before.slice(-REMEMBERED_MESSAGES);
  const question = recent.findLast((message) => message.author === 'assistant');
  const spoken = recent.filter((message) => message.author === 'person' || message === question);
  const words = spoken.flatMap((message) => read(plainText(message.content.slice(-LONGEST_CONTEXT)), lexicon).words);
  return new Set(words.filter((word) => word.isContent).map((word) => word.stem));
}

interface Heard {
  readonly message: MessageIndex;
  readonly largest: ReadonlyMap<number, number>;
}

function find(point: PointTerms, start: Start | null, { message, largest }: Heard): Found {
  const { id } = point.point;
  if (point.reading.words.length === 0)
    return { verdict: comparedAsWritten(point.point, message.text), evidence: null };
  if (!start) return { verdict: absent(id), evidence: null };
  const alignment = align(start, message, largest);
  const evidence = evidenceOf(point, alignment, message);
  const { verdict, confidence } = gradeOf(evidence);
  const quote = verdict === 'absent' ? '' : quoteOf(alignment, message);
  return { verdict: { id, verdict, confidence, quote, observation: observationOf(verdict, evidence) }, evidence };
}

/** Words that say one point are not held against another. */
function withoutCrossTalk(findings: readonly Found[]): readonly Found[] {
  const quotes = findings.filter(({ verdict }) => isRecalled(verdict)).map(({ verdict }) => verdict.quote);
  return findings.map((found) => {
    const { id, verdict, quote } = found.verdict;
    if (verdict !== 'contradicted' || !quotes.some((said) => said.includes(quote) || quote.includes(said)))
      return found;
    return { verdict: absent(id), evidence: null };
  });
}

function absent(id: string): PointVerdict {
  return { id, verdict: 'absent', confidence: 0, quote: '', observation: 'Nothing of this point was said.' };
}

/** For a point without letters or digits. */
function comparedAsWritten({ id, text }: Point, message: string): PointVerdict {
  const wanted = text.trim();
  if (wanted === '' || !message.includes(wanted)) return absent(id);
  return { id, verdict: 'expressed', confidence: 1, quote: wanted, observation: 'Word for word.' };
}

interface Found {
  readonly verdict: PointVerdict;
  /** Null where the message has hardly a word of the point. */
  readonly evidence: Finding['evidence'] | null;
}

function isSomething(found: Found): found is Finding {
  return found.evidence !== null;
}
