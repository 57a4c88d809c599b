const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const MONTH_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });

/** A short time: `14:05` today, `3 Nov` earlier this year, `Nov 2025` in other years. */
export function whenShort(at: number, now = Date.now()): string {
  const [was, is] = [new Date(at), new Date(now)];
  if (was.toDateString() === is.toDateString()) return CLOCK.format(was);
  return (was.getFullYear() === is.getFullYear() ? DAY_MONTH : MONTH_YEAR).format(was);
}
