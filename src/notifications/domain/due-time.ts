import { type DayCut, dayOf, startOfDay, weekdayOf } from '#day/domain/day.ts';

import type { NotificationChoices } from '../protocol.ts';

/** The calendar day for a reminder of due points now; null if it is too early, or a day off. */
export function dueDay(
  { dueAt, daysOff }: Pick<NotificationChoices, 'dueAt' | 'daysOff'>,
  now: number,
  timeZone: DayCut['timeZone'],
): string | null {
  const day = dayOf(now, { timeZone, dayStartsAt: 0 });
  if (now < startOfDay(day, { timeZone, dayStartsAt: dueAt })) return null;
  return daysOff.includes(weekdayOf(day)) ? null : day;
}
