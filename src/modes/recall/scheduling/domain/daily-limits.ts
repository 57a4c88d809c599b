/** Limits per set and day; null for no limit. */
export interface DailyLimits {
  /** New points. */
  readonly newPerDay: number | null;
  /** Due reviews. */
  readonly reviewsPerDay: number | null;
}

/** Points of a set that can be asked for, or were asked for. */
export interface Load {
  /** Reviewed before. */
  readonly due: number;
  /** Never reviewed. */
  readonly fresh: number;
}

export const NO_LOAD: Load = { due: 0, fresh: 0 };

/** How much is still asked for today within the limits, after what was done today. */
export function withinLimits(there: Load, { newPerDay, reviewsPerDay }: DailyLimits, done: Load): Load {
  return {
    due: Math.min(there.due, leftOf(reviewsPerDay, done.due)),
    fresh: Math.min(there.fresh, leftOf(newPerDay, done.fresh)),
  };
}

/** A load reduced by another one. */
export function subtractLoad(load: Load, some: Load): Load {
  return { due: load.due - some.due, fresh: load.fresh - some.fresh };
}

function leftOf(limit: number | null, done: number): number {
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - done);
}
