/** At most so much of a set a day; null for no limit. */
export interface DailyLimits {
  /** Points asked for the first time. */
  readonly newPerDay: number | null;
  /** Points asked for again. */
  readonly reviewsPerDay: number | null;
}

/** What of a set is there to be asked, or was asked. */
export interface Load {
  /** Reviewed before. */
  readonly due: number;
  /** Never reviewed. */
  readonly fresh: number;
}

export const NOTHING: Load = { due: 0, fresh: 0 };

/** How much of what is there today still asks for, after what was done today already. */
export function withinLimits(there: Load, { newPerDay, reviewsPerDay }: DailyLimits, done: Load): Load {
  return {
    due: Math.min(there.due, leftOf(reviewsPerDay, done.due)),
    fresh: Math.min(there.fresh, leftOf(newPerDay, done.fresh)),
  };
}

/** What is left of a load without some of it. */
export function without(load: Load, some: Load): Load {
  return { due: load.due - some.due, fresh: load.fresh - some.fresh };
}

function leftOf(limit: number | null, done: number): number {
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - done);
}
