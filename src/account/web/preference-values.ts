const DAY_MINUTES = 24 * 60;

/** Minutes after midnight as `HH:MM`. */
export function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return Math.min(hours * 60 + minutes, DAY_MINUTES);
}

/** Every time zone that the browser knows, and the chosen one even if the browser does not know it. */
export function timeZones(chosen: string): readonly string[] {
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  known.add(chosen);
  return [...known].sort();
}
