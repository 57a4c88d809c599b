/** Anki's ranges: the share of each stretch of an interval, in days, by which it may be shorter or longer. */
const STRETCHES = [
  { from: 2.5, to: 7, share: 0.15 },
  { from: 7, to: 20, share: 0.1 },
  { from: 20, to: Infinity, share: 0.05 },
] as const;
/** Shorter intervals stay as they are. */
const MIN_FUZZED_DAYS = 2.5;
const MIN_DAYS = 2;
const MAX_DAYS = 36_500;

interface Interval {
  readonly days: number;
  /** Days since the previous review. An interval that is longer than that stays longer. */
  readonly elapsed: number;
}

/** The days that an interval may be moved to, both included. */
export function fuzzRange({ days, elapsed }: Interval): { least: number; most: number } {
  if (days < MIN_FUZZED_DAYS) return { least: days, most: days };
  const delta = STRETCHES.reduce((sum, { from, to, share }) => sum + share * Math.max(0, Math.min(days, to) - from), 1);
  const most = Math.min(Math.round(days + delta), MAX_DAYS);
  const longer = days > elapsed ? elapsed + 1 : MIN_DAYS;
  return { least: Math.min(Math.max(MIN_DAYS, Math.round(days - delta), longer), most), most };
}

/**
 * An interval moved within its range, so that points learned together do not stay together. The same point and number
 * of reviews always give the same day.
 */
export function fuzzedDays(interval: Interval, { pointId, reps }: { pointId: string; reps: number }): number {
  const { least, most } = fuzzRange(interval);
  return least + Math.floor(fractionOf(`${pointId} ${reps}`) * (most - least + 1));
}

/** A number from 0 to below 1 for a text: FNV-1a, then mixed as in MurmurHash3, so that similar texts differ. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
