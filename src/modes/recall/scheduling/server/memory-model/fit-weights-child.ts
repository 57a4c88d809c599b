import { computeParameters, FSRSBindingItem, FSRSBindingReview } from '@open-spaced-repetition/binding';

import {
  compareWeights,
  countForeseeable,
  isBetter,
  NEEDED_REVIEWS,
  type TrainingItem,
  trainingItems,
  trialEnd,
} from '../../domain/fit.ts';
import { type LoggedReview, toHistories } from '../../domain/history.ts';
import type { FitOutcome, FromFit, ToFit } from './fit-weights.ts';

/**
 * A separate process that fits FSRS weights to a person's reviews. The optimiser is native code that aborts its
 * process on unexpected input and uses a full core while it runs. The process has no database and ends with its
 * parent.
 */

/** The interval of progress reports; not a limit. */
const POLL_MS = 50;

const reviews: LoggedReview[] = [];

process.on('message', (message: ToFit) => {
  if (message.type === 'reviews') reviews.push(...message.reviews);
  else void fit(message.before).then(finish);
});
process.on('disconnect', () => process.exit(0));

function report(message: FromFit): void {
  process.send?.(message);
}

function finish(outcome: FitOutcome): void {
  process.send?.(outcome, () => process.disconnect());
}

async function fit(before: readonly number[]): Promise<FitOutcome> {
  const histories = toHistories(reviews);
  const count = countForeseeable(histories);
  if (count < NEEDED_REVIEWS) return { type: 'too-few', reviews: count };
  const until = trialEnd(histories);
  const trial = await weightsFor(trainingItems(histories, until), (share) => share / 2);
  const figures = compareWeights(histories, until, { before, after: trial });
  if (!isBetter(figures)) return { type: 'no-better', figures };
  const weights = await weightsFor(trainingItems(histories), (share) => (1 + share) / 2);
  return { type: 'better', figures, weights };
}

async function weightsFor(items: readonly TrainingItem[], overall: (share: number) => number): Promise<number[]> {
  const native = items.map(
    (item) => new FSRSBindingItem(item.map(({ rating, days }) => new FSRSBindingReview(rating, days))),
  );
  return computeParameters(native, {
    enableShortTerm: false,
    timeout: POLL_MS,
    progress: (current, total) => {
      if (total > 0) report({ type: 'progress', progress: overall(current / total) });
      return true;
    },
  });
}
