import type { Accuracy } from '../protocol.ts';
import type { Foreseen } from './foresight.ts';

/** Keeps the log loss finite for a probability of 0 or 1 that proves wrong. */
const MIN_CHANCE = 1e-7;

/**
 * The accuracy of probabilities in predicting recall, as defined by the open-spaced-repetition srs-benchmark (README,
 * "Evaluation"): same-day reviews excluded, every review weighted equally.
 */
export function measure(foreseen: readonly Foreseen[]): Accuracy {
  return { logLoss: logLoss(foreseen), rmseBins: rmseBins(foreseen), auc: areaUnderCurve(foreseen) };
}

/** The mean negative logarithm of the probability given to what happened. 0 means certain and right. */
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
