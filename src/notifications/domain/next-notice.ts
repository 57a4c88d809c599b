import type { Activity } from '#session/domain/activity.ts';

import type { NoticeKind } from '../protocol.ts';

/** What is known of a session between two changes of it. */
export interface Followed {
  readonly activity: Activity;
  /** In ms since the epoch. */
  readonly since: number;
}

/** Work that ends sooner is no news. */
export const LONG_WORK_MS = 60_000;

/** What a change of a session gives to tell: a notice, or that an earlier one is answered. Null for nothing. */
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

/** How the session is followed from now on; undefined for one of which nothing more is awaited. */
export function followed(before: Followed | undefined, activity: Activity, now: number): Followed | undefined {
  if (activity.is === 'resting' || activity.is === 'failed') return undefined;
  // Work that goes on in another way is the same work.
  const isSame = activity.is === 'working' && before?.activity.is === 'working';
  return { activity, since: isSame ? before.since : now };
}
