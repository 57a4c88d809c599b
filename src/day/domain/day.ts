/** The cut of a person's days: a day begins `dayStartsAt` minutes after midnight in their time zone. */
export interface DayCut {
  /** An IANA name, for example `Europe/Zurich`. */
  readonly timeZone: string;
  /** 0 to 720. */
  readonly dayStartsAt: number;
}

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Maximum distance of any zone from UTC. */
const MAX_OFFSET_MS = 27 * HOUR;
/** The largest backward clock change in a period that a review log can cover is 3 hours (Casey, 2010). */
const MAX_CLOCK_CHANGE_MS = 4 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const held = formats.get(timeZone);
  if (held) return held;
  const format = new Intl.DateTimeFormat('en-US-u-hc-h23', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/**
 * Offsets at the beginning of UTC days, by zone. One Intl call takes microseconds, and a log needs hundreds of
 * thousands.
 */
const offsets = new Map<string, Map<number, number>>();

/**
 * The offset of a zone's wall clock from UTC at an instant, in ms. No zone changes its offset twice within two days.
 */
function offsetAt(at: number, timeZone: string): number {
  const day = Math.floor(at / DAY);
  const from = offsetOfDay(day, timeZone);
  return from === offsetOfDay(day + 1, timeZone) ? from : askOffset(at, timeZone);
}

function offsetOfDay(day: number, timeZone: string): number {
  let held = offsets.get(timeZone);
  if (!held) offsets.set(timeZone, (held = new Map()));
  let offset = held.get(day);
  if (offset === undefined) held.set(day, (offset = askOffset(day * DAY, timeZone)));
  return offset;
}

function askOffset(at: number, timeZone: string): number {
  const whole = Math.floor(at / SECOND) * SECOND;
  // `MM/DD/YYYY, hh:mm:ss`. Three times as fast as formatToParts.
  const text = formatOf(timeZone).format(whole);
  const wall = Date.UTC(
    Number(text.slice(6, 10)),
    Number(text.slice(0, 2)) - 1,
    Number(text.slice(3, 5)),
    Number(text.slice(12, 14)),
    Number(text.slice(15, 17)),
    Number(text.slice(18, 20)),
  );
  return wall - whole;
}

const names = new Map<number, string>();
const numbers = new Map<string, number>();
/** A hundred years of days. A replay of a log needs hundreds of thousands of names, mostly the same ones. */
const MAX_NAMES = 36_525;

/** The day of a `dayNumber`. */
export function dayNumbered(day: number): string {
  let name = names.get(day);
  if (name === undefined) {
    name = new Date(day * DAY).toISOString().slice(0, 10);
    if (names.size >= MAX_NAMES) names.clear();
    names.set(day, name);
  }
  return name;
}

/** Days from 1970-01-01 to a day `YYYY-MM-DD`. */
export function dayNumber(day: string): number {
  let number = numbers.get(day);
  if (number === undefined) {
    number = Date.parse(`${day}T00:00:00Z`) / DAY;
    if (numbers.size >= MAX_NAMES) numbers.clear();
    numbers.set(day, number);
  }
  return number;
}

/**
 * The person's day of an instant, `YYYY-MM-DD`. A day lasts from the first instant at which the clock shows its start
 * to the first at which it shows the next day's start. A clock set back over a day start does not begin the day
 * again.
 */
export function dayOf(at: number, cut: DayCut): string {
  const wall = at + offsetAt(at, cut.timeZone) - cut.dayStartsAt * MINUTE;
  const day = Math.floor(wall / DAY);
  const toNext = (day + 1) * DAY - wall;
  if (toNext < MAX_CLOCK_CHANGE_MS && at >= startOf(day + 1, cut)) return dayNumbered(day + 1);
  return dayNumbered(day);
}

export function addDays(day: string, count: number): string {
  return dayNumbered(dayNumber(day) + count);
}

/** The day of the week, 0 for Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: string): number {
  return (dayNumber(day) + 4) % 7;
}

/** The Monday of a day's week. */
export function firstOfWeek(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** The number of days from one day to another; negative if the other is earlier. */
export function daysBetween(day: string, later: string): number {
  return dayNumber(later) - dayNumber(day);
}

/** The first instant of a person's day. If a clock change skips it, the first instant after the gap. */
export function startOfDay(day: string, cut: DayCut): number {
  return startOf(dayNumber(day), cut);
}

/** The first instant after the day that `at` falls in. */
export function endOfDay(at: number, cut: DayCut): number {
  const next = startOf(dayNumber(dayOf(at, cut)) + 1, cut);
  // A date that a zone skipped (Apia had no 30 December 2011) has no instant: the day lasts until the next date that
  // exists.
  return next > at ? next : startOf(dayNumber(dayOf(at, cut)) + 2, cut);
}

/** The first instant at which the wall clock shows the start of a day or later. */
function startOf(day: number, cut: DayCut): number {
  const wall = day * DAY + cut.dayStartsAt * MINUTE;
  let low = wall - MAX_OFFSET_MS;
  let high = wall + MAX_OFFSET_MS;
  const before = offsetAt(low, cut.timeZone);
  const after = offsetAt(high, cut.timeZone);
  if (before === after) return wall - before;
  // The instant of the clock change, to the second.
  while (high - low > SECOND) {
    const middle = Math.floor((low + high) / 2 / SECOND) * SECOND;
    if (offsetAt(middle, cut.timeZone) === before) low = middle;
    else high = middle;
  }
  const change = high;
  return wall - before < change ? wall - before : Math.max(change, wall - after);
}
