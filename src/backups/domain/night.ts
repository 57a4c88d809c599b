import { dayNumber, dayOf } from '#day/domain/day.ts';

/** Backups are due at 3 a.m.: in minutes after midnight. */
const NIGHT_AT = 180;
const DAYS_PER_WEEK = 7;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const MONDAY = 3;

/** The day from night to night of an instant, counted from 1970. `timeZone`: the server's. */
export function nightlyDay(at: number, timeZone: string): number {
  return dayNumber(dayOf(at, { timeZone, dayStartsAt: NIGHT_AT }));
}

export function weekOf(day: number): number {
  return Math.floor((day + MONDAY) / DAYS_PER_WEEK);
}

/** Whether a night has passed since the last backup, or since the data were created. */
export function isDue(times: { readonly last: number; readonly now: number }, timeZone: string): boolean {
  return nightlyDay(times.last, timeZone) < nightlyDay(times.now, timeZone);
}
