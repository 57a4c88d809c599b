import { daysBetween } from '#day/domain/day.ts';

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const WITH_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/**
 * When something comes back, as short as it can be said. Both are the person's days, `YYYY-MM-DD`, as the server cuts
 * them: at half past midnight it is still yesterday, in the zone of their preferences and not in the browser's.
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
