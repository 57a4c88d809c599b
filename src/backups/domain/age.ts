const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** `less than an hour ago`, `5 hours ago`, `3 days ago`. The clocks of page and server can differ by an hour. */
export function ageOf(at: number, now: number): string {
  const passed = now - at;
  if (passed < -HOUR) return 'dated later than now';
  if (passed < HOUR) return 'less than an hour ago';
  return passed < 2 * DAY ? ago(Math.floor(passed / HOUR), 'hour') : ago(Math.floor(passed / DAY), 'day');
}

const ago = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'} ago`;
