import { count } from '#elements/web/text/figures.ts';

/** Time and number formats for rabbit holes. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `less than a minute`, `4 minutes`, `1 hour 5 minutes`, `2 days`. */
export function lasting(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  if (ms < HOUR_MS) return count(Math.floor(ms / MINUTE_MS), 'minute');
  if (ms >= DAY_MS) return count(Math.floor(ms / DAY_MS), 'day');
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const hours = count(Math.floor(ms / HOUR_MS), 'hour');
  return minutes === 0 ? hours : `${hours} ${count(minutes, 'minute')}`;
}

/** `Just now`, `6 minutes ago`, `3 hours ago`, `2 days ago`: begins a sentence. */
export function ago(ms: number): string {
  if (ms < MINUTE_MS) return 'Just now';
  if (ms < HOUR_MS) return `${count(Math.floor(ms / MINUTE_MS), 'minute')} ago`;
  if (ms < DAY_MS) return `${count(Math.floor(ms / HOUR_MS), 'hour')} ago`;
  return `${count(Math.floor(ms / DAY_MS), 'day')} ago`;
}
