import type { FitFigures } from '../protocol.ts';
import { measure } from './accuracy.ts';
import { foresee } from './foresight.ts';
import type { History } from './history.ts';
import type { Rating } from './memory.ts';
import { DEFAULT_WEIGHTS } from './scheduling.ts';

/** Fewer reviews tell next to nothing of 21 weights; the published ones were fitted to millions. */
export const NEEDED_REVIEWS = 400;
/** The earlier part of the reviews, which the trial is fitted to. */
const TRIAL_SHARE = 0.8;
/** The share of the log loss that has to go: less is not worth other due dates. */
const LEAST_GAIN = 0.005;

/** The reviews of a point up to one of them, as the optimiser takes them: the first has 0 days. */
export type TrainingItem = readonly { readonly rating: Rating; readonly days: number }[];

/**
 * One item a review that has something to foresee. None without days between its reviews: a single one of those would
 * end the optimiser's process.
 */
export function trainingItems(histories: readonly History[], until = Number.POSITIVE_INFINITY): TrainingItem[] {
  const items: TrainingItem[] = [];
  for (const history of histories) {
    const reviews = history.map(({ rating, day }, index) => ({
      rating,
      days: index === 0 ? 0 : day - (history[index - 1]?.day ?? day),
    }));
    for (let count = 2; count <= reviews.length && (history[count - 1]?.at ?? until) < until; count += 1)
      items.push(reviews.slice(0, count));
  }
  return items;
}

/** How many reviews have something to foresee. */
export function countForeseeable(histories: readonly History[]): number {
  return histories.reduce((sum, history) => sum + Math.max(0, history.length - 1), 0);
}

/** The instant that parts the earlier four fifths of those reviews from the later fifth. */
export function trialEnd(histories: readonly History[]): number {
  const instants = histories.flatMap((history) => history.slice(1).map(({ at }) => at));
  instants.sort((one, other) => one - other);
  return instants[Math.floor(instants.length * TRIAL_SHARE)] ?? Number.POSITIVE_INFINITY;
}

/** Both weights on the reviews from an instant on: the trial was not fitted to these. */
export function compare(
  histories: readonly History[],
  until: number,
  { before, after }: { before: readonly number[]; after: readonly number[] },
): FitFigures {
  const later = (weights: readonly number[]) => foresee(histories, weights).filter(({ at }) => at >= until);
  const reviews = countForeseeable(histories);
  const [foreseenBefore, foreseenAfter] = [later(before), later(after)];
  return {
    reviews,
    fittedTo: reviews - foreseenBefore.length,
    measuredOn: foreseenBefore.length,
    before: measure(foreseenBefore),
    after: measure(foreseenAfter),
  };
}

/** Whether native code gave what it says: as many finite numbers as FSRS has. Others would schedule nothing ever again. */
export function areWeights(weights: unknown): weights is readonly number[] {
  return Array.isArray(weights) && weights.length === DEFAULT_WEIGHTS.weights.length && weights.every(Number.isFinite);
}

/** Fitted weights are offered only where they foresaw the later reviews better by enough to matter. */
export function isBetter({ before, after }: Pick<FitFigures, 'before' | 'after'>): boolean {
  return after.logLoss <= before.logLoss * (1 - LEAST_GAIN);
}
