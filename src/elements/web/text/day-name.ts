const LONG_DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** `2026-11-21` as `Saturday, 21 November`. */
export function dayName(day: string): string {
  const parts = LONG_DAY.formatToParts(new Date(`${day}T00:00:00Z`));
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('weekday')}, ${part('day')} ${part('month')}`;
}
