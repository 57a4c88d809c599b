/** Anki's own default: forgotten eight times after it had been known. */
const LAPSES = 8;
/** Fewer are enough for a point that does not even last a week by now. */
export const FEWEST_LAPSES = 6;
const UNSTABLE_DAYS = 7;
/** The person said that they know: it is shown again when it was forgotten so many times more. */
const LAPSES_UNTIL_AGAIN = 4;

export interface LapsedPoint {
  /** How often it was forgotten after it had been known. */
  readonly lapses: number;
  /** Days until the chance of recalling it falls to 90%. */
  readonly stability: number;
  /** How often it was forgotten since the person said that they know; null where they did not. */
  readonly lapsesSinceDismissed: number | null;
}

/** Whether a point costs more than it gives: better split or written anew than asked again. */
export function isLeech({ lapses, stability, lapsesSinceDismissed }: LapsedPoint): boolean {
  if (lapsesSinceDismissed !== null && lapsesSinceDismissed < LAPSES_UNTIL_AGAIN) return false;
  return lapses >= LAPSES || (lapses >= FEWEST_LAPSES && stability < UNSTABLE_DAYS);
}
