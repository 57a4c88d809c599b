import type { Accuracy, FitFigures } from '../protocol.ts';
import type { History } from './history.ts';
import { createMemory, type MemoryState } from './memory.ts';
import type { Rating } from './reviews/rating.ts';
import { DEFAULT_WEIGHTS } from './scheduling.ts';

/** Keeps the log loss finite for a probability of 0 or 1 that proves wrong. */
const MIN_CHANCE = 1e-7;

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

/**
 * The accuracy of probabilities in predicting recall, as defined by the open-spaced-repetition srs-benchmark (README,
 * "Evaluation"): same-day reviews excluded, every review weighted equally.
 */
export function measure(foreseen: readonly Foreseen[]): Accuracy {
  return { logLoss: logLoss(foreseen), rmseBins: rmseBins(foreseen), auc: areaUnderCurve(foreseen) };
}

/** The mean negative logarithm of the probability given to the actual outcome. 0 means certain and right. */
export function logLoss(foreseen: readonly Foreseen[]): number {
  if (foreseen.length === 0) return 0;
  let sum = 0;
  for (const { chance, isRecalled } of foreseen) {
    const given = Math.min(Math.max(isRecalled ? chance : 1 - chance, MIN_CHANCE), 1 - MIN_CHANCE);
    sum -= Math.log(given);
  }
  return sum / foreseen.length;
}

/**
 * The root mean square difference between the predicted probability and the share recalled, over bins of similar
 * reviews: by interval, number of reviews and lapses, each on a logarithmic scale (bases 3.62, 1.89 and 1.73),
 * weighted by size. It measures calibration: 0.05 means that probabilities are off by 5 percentage points.
 */
export function rmseBins(foreseen: readonly Foreseen[]): number {
  if (foreseen.length === 0) return 0;
  const bins = new Map<string, { size: number; chance: number; recalled: number }>();
  for (const each of foreseen) {
    const key = `${step(each.interval, 3.62)} ${step(each.count, 1.89)} ${step(each.lapses, 1.73)}`;
    let bin = bins.get(key);
    if (!bin) bins.set(key, (bin = { size: 0, chance: 0, recalled: 0 }));
    bin.size += 1;
    bin.chance += each.chance;
    if (each.isRecalled) bin.recalled += 1;
  }
  let sum = 0;
  for (const { size, chance, recalled } of bins.values()) sum += (chance - recalled) ** 2 / size;
  return Math.sqrt(sum / foreseen.length);
}

/** The step of a logarithmic scale that a number is on; 0 has its own step. */
function step(value: number, base: number): number {
  return value === 0 ? -1 : Math.floor(Math.log(value) / Math.log(base));
}

/** The probability that a recalled review was given a higher probability than a forgotten one; ties count half. */
function areaUnderCurve(foreseen: readonly Foreseen[]): number | null {
  const sorted = foreseen.toSorted((one, other) => one.chance - other.chance);
  let recalled = 0;
  let ranks = 0;
  for (let from = 0; from < sorted.length;) {
    let until = from;
    let recalledHere = 0;
    while (until < sorted.length && sorted[until]?.chance === sorted[from]?.chance) {
      if (sorted[until]?.isRecalled) recalledHere += 1;
      until += 1;
    }
    // The mean rank of the tied group, counted from 1.
    ranks += recalledHere * ((from + 1 + until) / 2);
    recalled += recalledHere;
    from = until;
  }
  const forgotten = sorted.length - recalled;
  if (recalled === 0 || forgotten === 0) return null;
  return (ranks - (recalled * (recalled + 1)) / 2) / (recalled * forgotten);
}

/** A prediction for one review, and its outcome. */
export interface Foreseen {
  readonly at: number;
  /** The predicted probability of recall on that day, 0 to 1. */
  readonly chance: number;
  readonly isRecalled: boolean;
  /** Days since the previous review. */
  readonly interval: number;
  /** The number of this review among those of its point. The first predictable one is number 2. */
  readonly count: number;
  /** Number of earlier lapses, without the first review. */
  readonly lapses: number;
}

/** Predicts every review except the first of each point from the reviews before it. */
export function foresee(histories: readonly History[], weights: readonly number[]): Foreseen[] {
  const memory = createMemory(weights);
  const foreseen: Foreseen[] = [];
  for (const history of histories) {
    let state: MemoryState | null = null;
    let last = 0;
    let lapses = 0;
    for (const [index, { at, day, rating }] of history.entries()) {
      const interval = day - last;
      if (state !== null) {
        const chance = memory.chance(interval, state.stability);
        foreseen.push({ at, chance, isRecalled: rating > 1, interval, count: index + 1, lapses });
        if (rating === 1) lapses += 1;
      }
      state = memory.next(state, interval, rating);
      last = day;
    }
  }
  return foreseen;
}
