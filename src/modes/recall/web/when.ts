const DAY_MS = 86_400_000;
const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const WITH_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

function startOfDay(at: number): number {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

/** When something comes back, as short as it can be said. */
export function dueLabel(dueAt: number, now: number): string {
  const days = Math.round((startOfDay(dueAt) - startOfDay(now)) / DAY_MS);
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days < 300 ? SHORT.format(dueAt) : WITH_YEAR.format(dueAt);
}

/** `10,000`. */
export function figure(number: number): string {
  return number.toLocaleString('en-GB');
}

/** `3 points`, `1 point`. */
export function count(number: number, noun: string): string {
  return `${figure(number)} ${noun}${number === 1 ? '' : 's'}`;
}
