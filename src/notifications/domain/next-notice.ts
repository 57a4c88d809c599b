import type { Activity } from '#session/domain/activity.ts';

import type { NoticeKind } from '../protocol.ts';

/** The state of a session between two of its changes. */
export interface Followed {
  readonly activity: Activity;
  /** In ms since the epoch. */
  readonly since: number;
}

/** Shorter work sends no notice. */
export const LONG_WORK_MS = 60_000;

/** The notice for a change of a session, or `answered` for an earlier one. Null for nothing. */
export function nextNotice(
  before: Followed | undefined,
  activity: Activity,
  now: number,
): Extract<NoticeKind, 'waits' | 'finished' | 'failed'> | 'answered' | null {
  if (before?.activity.is === activity.is && before.activity.key === activity.key) return null;
  if (activity.is === 'waiting') return 'waits';
  if (before?.activity.is === 'waiting') return 'answered';
  if (before?.activity.is !== 'working') return null;
  if (activity.is === 'failed') return 'failed';
  return activity.is === 'resting' && now - before.since >= LONG_WORK_MS ? 'finished' : null;
}

/** How to follow the session from now on; undefined if no further notice can follow. */
export function followed(before: Followed | undefined, activity: Activity, now: number): Followed | undefined {
  if (activity.is === 'resting' || activity.is === 'failed') return undefined;
  // Work that continues in another form counts as the same work.
  const isSame = activity.is === 'working' && before?.activity.is === 'working';
  return { activity, since: isSame ? before.since : now };
}
