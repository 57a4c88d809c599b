import { type DailyLimits, type Load, NO_LOAD, subtractLoad, withinLimits } from './daily-limits.ts';

/** What is known of a set on the person's current day. */
export interface SetDay {
  /** Neither suspended nor archived. */
  readonly isActive: boolean;
  /** A session that is not over asks for this set. */
  readonly isInSession: boolean;
  /** Due and new points, as if an open session had graded nothing. */
  readonly there: Load;
  /** How many of these were told or shown today. */
  readonly exposed: Load;
  readonly limits: DailyLimits;
  /** What was done today in sessions that are over. */
  readonly done: Load;
}

export interface DayLoad {
  /** Asked for today. */
  readonly ready: Load;
  /** Would be ready, but belongs to a session that is not over. */
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
