import { daysBetween } from '#day/domain/day.ts';

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const WITH_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/**
 * A short date for when a point is due. Both arguments are days of the person, `YYYY-MM-DD`, from the server: they
 * follow the time zone and the start of day in the preferences, not the browser.
 */
export function dueLabel(dueDay: string, today: string): string {
  const days = daysBetween(today, dueDay);
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  return (days < 300 ? SHORT : WITH_YEAR).format(new Date(`${dueDay}T00:00:00Z`));
}

/** `10,000`. */
export function figure(number: number): string {
  return number.toLocaleString('en-GB');
}

/** `3 points`, `1 point`. */
export function count(number: number, noun: string): string {
  return `${figure(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** From this many minutes on, the duration is shown in hours. */
const HOURS_FROM_MINUTES = 100;

/** `a minute`, `12 minutes`, `3 hours`. */
export function minutesOrHours(minutes: number): string {
  if (minutes >= HOURS_FROM_MINUTES) return `${figure(Math.round(minutes / 60))} hours`;
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** `640 B`, `12 KB`, `3.4 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

/** `0:07`, `7:42`, `1:07:42`. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
