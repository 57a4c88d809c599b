import type { PackageReview, ReviewKind } from '../deck/package.ts';

/** A row of `revlog`. */
export interface ReviewRow {
  /** In ms. */
  readonly id: number;
  /** The button, from 1; 0 for a change by hand. */
  readonly ease: number;
  readonly factor: number;
  readonly time: number;
  readonly type: number;
}

const KINDS: readonly (ReviewKind | undefined)[] = ['learning', 'review', 'relearning', 'filtered'];
const MANUAL = 4;
const FILTERED = 3;
const MAX_DURATION_MS = 3_600_000;

/**
 * The reviews of a card since it was last made new. Rows of changes by hand, of automatic rescheduling and of cramming
 * (in a filtered deck that does not reschedule) are none. `rows`: by their ids.
 */
export function reviewsOf(rows: readonly ReviewRow[]): readonly PackageReview[] {
  const reset = rows.findLastIndex(({ type, factor }) => type === MANUAL && factor === 0);
  return rows.slice(reset + 1).flatMap(({ id, ease, factor, time, type }) => {
    const kind = KINDS[type];
    if (kind === undefined || ease < 1 || ease > 4 || (type === FILTERED && factor === 0)) return [];
    return [{ at: id, rating: ease, durationMs: Math.min(MAX_DURATION_MS, Math.max(0, time)), kind }];
  });
}
