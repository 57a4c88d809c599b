const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** A time as `today 14:05`, `yesterday 21:40`, `3 Nov 09:10`. */
export function dayAndTime(at: number, now = Date.now()): string {
  const was = new Date(at);
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  const day =
    was.toDateString() === new Date(now).toDateString()
      ? 'today'
      : was.toDateString() === yesterday.toDateString()
        ? 'yesterday'
        : DAY_MONTH.format(was);
  return `${day} ${CLOCK.format(was)}`;
}
