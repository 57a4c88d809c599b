import type { BackupChoice } from '../protocol.ts';
import { nightlyDay, weekOf } from './night.ts';

interface Moment {
  readonly now: number;
  /** The time zone of the server. */
  readonly timeZone: string;
}

/**
 * The times of the backups to remove: all but the latest backup of each of the latest days with one, and of each of the
 * latest weeks with one. A backup with a time after now was made while the clock was wrong, and is ignored.
 */
export function expired(times: readonly number[], choice: BackupChoice, { now, timeZone }: Moment): readonly number[] {
  const past = times.filter((at) => at <= now).toSorted((one, other) => other - one);
  const dayOf = (at: number) => nightlyDay(at, timeZone);
  const kept = new Set([
    ...latestOfEach(past, dayOf).slice(0, choice.daily),
    ...latestOfEach(past, (at) => weekOf(dayOf(at))).slice(0, choice.weekly),
  ]);
  return past.filter((at) => !kept.has(at));
}

/** `times`: latest first. */
function latestOfEach(times: readonly number[], periodOf: (at: number) => number): number[] {
  return [...Map.groupBy(times, periodOf).values()].map(([latest = 0]) => latest);
}
