/** Anki's default: eight lapses. */
const LAPSES = 8;
/** Fewer lapses are enough for a point that still does not last a week. */
export const MIN_LAPSES = 6;
const UNSTABLE_DAYS = 7;
/** A dismissed leech is shown again after this many more lapses. */
const LAPSES_UNTIL_AGAIN = 4;

export interface LapsedPoint {
  /** Number of times that the point was forgotten after it had been known. */
  readonly lapses: number;
  /** Days until the probability of recall falls to 90%. */
  readonly stability: number;
  /** Lapses since the person dismissed it; null if they did not. */
  readonly lapsesSinceDismissed: number | null;
}

/** Whether a point costs more than it is worth: it should be split or rewritten. */
export function isLeech({ lapses, stability, lapsesSinceDismissed }: LapsedPoint): boolean {
  if (lapsesSinceDismissed !== null && lapsesSinceDismissed < LAPSES_UNTIL_AGAIN) return false;
  return lapses >= LAPSES || (lapses >= MIN_LAPSES && stability < UNSTABLE_DAYS);
}
