import { minutesOrHours } from '#elements/web/text/figures.ts';

const FULL_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const DAY_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MONTH_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const MINUTE_MS = 60_000;

/** One of the person's days as a date in UTC. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** 0 for the first day of a week to 6. Weeks start on the weekday `beginsOn`: 0 for Sunday to 6. */
export function weekdayOf(day: string, beginsOn: number): number {
  return (dateOf(day).getUTCDay() - beginsOn + 7) % 7;
}

/** `22 November 2026`. */
export function fullDay(day: string): string {
  return FULL_DAY.format(dateOf(day));
}

/** `Sun, 22 Nov`. */
export function shortDay(day: string): string {
  return SHORT_DAY.format(dateOf(day));
}

/** `22 Nov`. */
export function dayMonth(day: string): string {
  return DAY_MONTH.format(dateOf(day));
}

/** `November 2026`. */
export function monthName(month: string): string {
  return MONTH_YEAR.format(dateOf(`${month}-01`));
}

/** `93%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `12 minutes`, `3 hours`, `under a minute`, or `no time`. */
export function duration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes === 0) return ms > 0 ? 'under a minute' : 'no time';
  return minutesOrHours(minutes);
}

/** `about 12 minutes`, but `under a minute` without `about`. */
export function aboutDuration(ms: number): string {
  return ms >= MINUTE_MS / 2 ? `about ${duration(ms)}` : duration(ms);
}

/** `one` to `nine` in words, larger numbers in figures. */
export function inWords(number: number): string {
  const words = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  return words[number] ?? number.toLocaleString('en-GB');
}

/** A number of days as `12 days`, `4 months` or `2 years`. */
export function stretch(days: number): string {
  const [number, unit] =
    days < 45
      ? [Math.max(1, Math.round(days)), 'day']
      : days < 548
        ? [Math.round(days / 30.44), 'month']
        : [Math.round((days / 365.25) * 10) / 10, 'year'];
  return `${number.toLocaleString('en-GB')} ${unit}${number === 1 ? '' : 's'}`;
}

export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
