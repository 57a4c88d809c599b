import type { FitFigures } from '../protocol.ts';
import { measure } from './accuracy.ts';
import { foresee } from './foresight.ts';
import type { History } from './history.ts';
import type { Rating } from './reviews/rating.ts';
import { DEFAULT_WEIGHTS } from './scheduling.ts';

/** Fewer reviews cannot determine 21 parameters. The published weights were fitted to millions. */
export const NEEDED_REVIEWS = 400;
/** Share of the reviews, the earliest, that the trial is fitted to. */
const TRIAL_SHARE = 0.8;
/** Minimum relative reduction of the log loss. Less is not worth different due dates. */
const MIN_GAIN = 0.005;

/** The reviews of a point up to one of them, as the optimiser expects them: the first has 0 days. */
export type TrainingItem = readonly { readonly rating: Rating; readonly days: number }[];

/**
 * One item per review that can be predicted. An item without days between its reviews would make the optimiser abort
 * its process, so none is returned.
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

/** The number of reviews that can be predicted. */
export function countForeseeable(histories: readonly History[]): number {
  return histories.reduce((sum, history) => sum + Math.max(0, history.length - 1), 0);
}

/** The instant that separates the first four fifths of those reviews from the last fifth. */
export function trialEnd(histories: readonly History[]): number {
  const instants = histories.flatMap((history) => history.slice(1).map(({ at }) => at));
  instants.sort((one, other) => one - other);
  return instants[Math.floor(instants.length * TRIAL_SHARE)] ?? Number.POSITIVE_INFINITY;
}

/** Compares both weights on the reviews from an instant on, which the trial was not fitted to. */
export function compareWeights(
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

/** Checks the optimiser's result: as many finite numbers as FSRS has. Anything else would break scheduling. */
export function areWeights(weights: unknown): weights is readonly number[] {
  return Array.isArray(weights) && weights.length === DEFAULT_WEIGHTS.weights.length && weights.every(Number.isFinite);
}

/** Fitted weights are offered only if they predicted the later reviews better by a relevant amount. */
export function isBetter({ before, after }: Pick<FitFigures, 'before' | 'after'>): boolean {
  return after.logLoss <= before.logLoss * (1 - MIN_GAIN);
}
