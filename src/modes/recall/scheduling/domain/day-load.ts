/** A set on the person's current day. */
export interface SetDay {
  /** Neither suspended nor archived. */
  readonly isActive: boolean;
  /** An unfinished session asks for this set. */
  readonly isInSession: boolean;
  /** Due and new points, as if an open session had graded nothing. */
  readonly there: Load;
  /** The number of those that were told or shown today. */
  readonly exposed: Load;
  readonly limits: DailyLimits;
  /** Points done today in finished sessions. */
  readonly done: Load;
}

export interface DayLoad {
  /** Asked for today. */
  readonly ready: Load;
  /** Would be ready, but belongs to an unfinished session. */
  readonly inProgress: Load;
}

/**
 * The one definition of ready and in progress. Ready: due or new, in an active set without an open session, not told or
 * shown today, within the set's daily limits. In progress: the same in a set with an open session.
 */
export function dayLoadOf({ isActive, isInSession, there, exposed, limits, done }: SetDay): DayLoad {
  if (!isActive) return { ready: NO_LOAD, inProgress: NO_LOAD };
  const asked = withinLimits(subtractLoad(there, exposed), limits, done);
  return isInSession ? { ready: NO_LOAD, inProgress: asked } : { ready: asked, inProgress: NO_LOAD };
}

export function sizeOf({ due, fresh }: Load): number {
  return due + fresh;
}

/** Limits per set and day; null for no limit. */
export interface DailyLimits {
  readonly newPerDay: number | null;
  readonly reviewsPerDay: number | null;
}

/** A number of points of a set, reviewed ones and new ones. */
export interface Load {
  /** Reviewed before. */
  readonly due: number;
  /** Never reviewed. */
  readonly fresh: number;
}

export const NO_LOAD: Load = { due: 0, fresh: 0 };

/** The load that remains for today within the limits, given the reviews of today. */
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
