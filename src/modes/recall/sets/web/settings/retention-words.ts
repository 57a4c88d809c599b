import type { RetentionCost } from '../../../scheduling/protocol.ts';

const MANY = 10;
const A_WEEK = 7;
const A_MONTH = 30.44;
const A_YEAR = 365;
/** Below this number, the next larger unit is used. */
const MIN_PER_UNIT = 1.5;

/** Formats a number of reviews per day in a natural unit: `12 reviews a day`, `4 reviews a week`. */
export function rateWords(perDay: number): string {
  if (perDay >= MIN_PER_UNIT) return `${reviews(perDay)} a day`;
  if (perDay * A_WEEK >= MIN_PER_UNIT) return `${reviews(Math.round(perDay * A_WEEK))} a week`;
  if (perDay * A_MONTH >= MIN_PER_UNIT) return `${reviews(Math.round(perDay * A_MONTH))} a month`;
  return `${reviews(Math.max(1, Math.round(perDay * A_YEAR)))} a year`;
}

function reviews(number: number): string {
  const figure = number < MANY ? Math.round(number * 10) / 10 : Math.round(number);
  return `${figure.toLocaleString('en-GB')} ${figure === 1 ? 'review' : 'reviews'}`;
}

export function percentOf(share: number): number {
  return Math.round(share * 100);
}

/** The percentage to compare with: one step higher, or lower at the maximum. */
function compared(percent: number): number {
  if (percent < 90) return Math.min(percent + 5, 90);
  return percent < 95 ? 95 : percent === 95 ? 97 : 90;
}

/**
 * Describes the cost of a retention and of the compared one: `About 12 reviews a day for 90%; 95% would take about 21 a
 * day.`
 */
export function costWords(costs: readonly RetentionCost[], retention: number): string {
  const at = (percent: number) => costs.find((cost) => percentOf(cost.retention) === percent);
  const percent = percentOf(retention);
  const chosen = at(percent);
  if (!chosen || chosen.reviewsPerDay === 0) return 'Nothing to review yet: add points, then this says what they cost.';
  const other = at(compared(percent));
  const cost = `About ${rateWords(chosen.reviewsPerDay)} for ${percent}%`;
  const than = other
    ? `; ${percentOf(other.retention)}% would take about ${rateWords(other.reviewsPerDay).replace(/ reviews?/, '')}`
    : '';
  const kept = percentOf(chosen.remembered);
  return `${cost}${than}. On an average day you would remember ${kept}% of the set.`;
}
