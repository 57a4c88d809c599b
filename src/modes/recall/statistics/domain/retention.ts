import type { ReviewedDay } from '../../scheduling/domain/reviews/reviewed-day.ts';
import type { RetentionMonth } from '../protocol.ts';

/** The normal quantile for a 95 % interval. */
const Z = 1.959964;
/** A chart with more months is hard to read. */
const MONTHS = 24;

/**
 * The 95 % confidence interval of a share: Wilson's, which is accurate for small samples and stays within 0 to 1.
 */
export function shareInterval(right: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const share = right / of;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  const middle = share + Z ** 2 / (2 * of);
  // At shares of 0 and 1, a rounding error must not exclude the share from its interval.
  return {
    low: Math.max(0, Math.min(share, (middle - spread) / scale)),
    high: Math.min(1, Math.max(share, (middle + spread) / scale)),
  };
}

/** True retention by month, earliest first, of the last 24 months. `days` are in order. */
export function retentionByMonth(days: readonly ReviewedDay[], today: string): RetentionMonth[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10);
  const known = days.filter((each) => each.day >= first && each.known > 0);
  const months = Map.groupBy(known, ({ day }) => day.slice(0, 7));
  return Array.from(months, ([name, inMonth]) => {
    const sum = (of: 'known' | 'recalled' | 'judged' | 'judgedRecalled' | 'desired') =>
      inMonth.reduce((total, each) => total + each[of], 0);
    const [reviews, recalled] = [sum('known'), sum('recalled')];
    const share = recalled / reviews;
    return {
      month: name,
      reviews,
      recalled,
      judged: sum('judged'),
      judgedRecalled: sum('judgedRecalled'),
      share,
      ...shareInterval(recalled, reviews),
      desired: sum('desired') / reviews,
    };
  });
}
