import type { RetentionMonth } from '../../protocol.ts';
import type { Tally } from './tally.ts';

/** The normal quantile of 19 in 20. */
const Z = 1.959964;

/**
 * Between what the true share lies, 19 times of 20, where so many of a number were right: Wilson's interval, which is
 * right for few and never leaves 0 to 1.
 */
export function shareInterval(right: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const share = right / of;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  const middle = share + Z ** 2 / (2 * of);
  // At either end rounding must not put the share itself outside.
  return {
    low: Math.max(0, Math.min(share, (middle - spread) / scale)),
    high: Math.min(1, Math.max(share, (middle + spread) / scale)),
  };
}

/** True retention by month, the earliest first. */
export function retentionByMonth(tally: Tally): RetentionMonth[] {
  const months = new Map<string, { known: number; recalled: number; desired: number }>();
  for (const [day, { known, recalled, desired }] of tally) {
    if (known === 0) continue;
    const month = day.slice(0, 7);
    const sum = months.get(month) ?? { known: 0, recalled: 0, desired: 0 };
    months.set(month, {
      known: sum.known + known,
      recalled: sum.recalled + recalled,
      desired: sum.desired + desired,
    });
  }
  return [...months]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([month, { known, recalled, desired }]) => ({
      month,
      reviews: known,
      recalled,
      share: recalled / known,
      ...shareInterval(recalled, known),
      desired: desired / known,
    }));
}
