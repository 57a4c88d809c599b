import { type DayCut, dayNumber, dayOf, startOfDay } from '#day/domain/day.ts';

import type { NotificationChoices } from '../protocol.ts';

/** The calendar day on which due points are to be told of now; null if it is too early, or a day off. */
export function dueDay(
  { dueAt, daysOff }: Pick<NotificationChoices, 'dueAt' | 'daysOff'>,
  now: number,
  timeZone: DayCut['timeZone'],
): string | null {
  const day = dayOf(now, { timeZone, dayStartsAt: 0 });
  if (now < startOfDay(day, { timeZone, dayStartsAt: dueAt })) return null;
  // 1970-01-01 was a Thursday.
  return daysOff.includes((dayNumber(day) + 4) % 7) ? null : day;
}
