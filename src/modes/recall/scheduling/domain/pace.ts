/** A longer time between two reviews of a session is a pause. */
const MAX_GAP_MS = 5 * 60_000;
/** Used until the person's own pace is known: 50 seconds per point. */
const FIRST_GUESS_MS = 50_000;
/** Points recalled in one message are reviewed within a second. This is the minimum time counted for a point. */
const MIN_MS = 10_000;
const MINUTE = 60_000;

/** The estimated time for a number of points in whole minutes, from the pace of the person's latest reviews. */
export function minutesFor(points: number, reviews: readonly { session: string; at: number }[]): number {
  if (points === 0) return 0;
  const ordered = reviews.toSorted((one, other) => one.at - other.at);
  const gaps: number[] = [];
  for (const [index, review] of ordered.entries()) {
    const before = ordered[index - 1];
    const gap = before?.session === review.session ? review.at - before.at : 0;
    if (gap > 0 && gap <= MAX_GAP_MS) gaps.push(gap);
  }
  const median = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? FIRST_GUESS_MS;
  return Math.max(1, Math.round((points * Math.max(MIN_MS, median)) / MINUTE));
}
