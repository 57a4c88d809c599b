import type { Evaluation, Point, PointVerdict } from './evaluation.ts';
import type { PointProgress, RecallRating } from './recall-state.ts';

/** Below this a verdict credits nothing, however sure the words sound. */
const CREDIT_CONFIDENCE = 0.6;

/**
 * The verdicts that credit their point: expressed, sure enough, and with a quote that really stands in this message.
 * An evaluator that quotes the tutor, an older message or nothing at all credits nobody.
 */
export function creditable(evaluation: Evaluation, content: string, points: readonly Point[]): readonly PointVerdict[] {
  const open = new Set(points.map((point) => point.id));
  const message = folded(content);
  const credited: PointVerdict[] = [];
  for (const verdict of evaluation.verdicts) {
    if (!open.has(verdict.id) || verdict.verdict !== 'expressed') continue;
    if (!(verdict.confidence >= CREDIT_CONFIDENCE && verdict.confidence <= 1)) continue;
    const quote = folded(verdict.quote);
    if (quote === '' || !message.includes(quote)) continue;
    open.delete(verdict.id);
    credited.push(verdict);
  }
  return credited;
}

/** White space and case make no difference to whether words were said. */
function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

/** Told → again, after a cue or a near-miss → hard, unaided → good. The verdict's confidence never is a grade. */
export function ratingOf(progress: PointProgress): RecallRating {
  if (progress.toldBy !== null) return 1;
  return progress.isHinted ? 2 : 3;
}
