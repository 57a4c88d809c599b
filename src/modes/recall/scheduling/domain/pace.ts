/** Time between two reviews of one session; what is longer is a pause, not a point. */
const LONGEST_GAP_MS = 5 * 60_000;
/** Before anything is known of a person: 50 seconds a point. */
const FIRST_GUESS_MS = 50_000;
/** Points that one message recalls together come within a second of each other: nobody takes less than this for one. */
const LEAST_MS = 10_000;
const MINUTE = 60_000;

/** How long a number of points takes, in whole minutes, at the pace of a person's latest reviews. */
export function minutesFor(points: number, reviews: readonly { session: string; at: number }[]): number {
  if (points === 0) return 0;
  const ordered = reviews.toSorted((one, other) => one.at - other.at);
  const gaps: number[] = [];
  for (const [index, review] of ordered.entries()) {
    const before = ordered[index - 1];
    const gap = before?.session === review.session ? review.at - before.at : 0;
    if (gap > 0 && gap <= LONGEST_GAP_MS) gaps.push(gap);
  }
  const median = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? FIRST_GUESS_MS;
  return Math.max(1, Math.round((points * Math.max(LEAST_MS, median)) / MINUTE));
}
