/** How a person's days are cut: a day begins `dayStartsAt` minutes after midnight in their time zone. */
export interface DayCut {
  /** An IANA name, for example `Europe/Zurich`. */
  readonly timeZone: string;
  /** 0 to 720. */
  readonly dayStartsAt: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

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

/** The wall clock of a zone at an instant, as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The person's day an instant falls in, as `YYYY-MM-DD`. */
export function dayOf(at: number, cut: DayCut): string {
  return new Date(wallClock(at, cut.timeZone) - cut.dayStartsAt * MINUTE).toISOString().slice(0, 10);
}

/** The day `count` days after a day. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);
}

/** The first instant of a person's day, in milliseconds. Where a change of clocks skips it, the instant after the gap. */
function startOfDay(day: string, cut: DayCut): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + cut.dayStartsAt * MINUTE;
  let instant = wall;
  // The offset depends on the instant that is looked for: two rounds settle it, on either side of a change of clocks.
  for (let round = 0; round < 2; round += 1) instant = wall - (wallClock(instant, cut.timeZone) - instant);
  return instant;
}

/** The first instant after the day that `at` falls in. */
export function endOfDay(at: number, cut: DayCut): number {
  return startOfDay(addDays(dayOf(at, cut), 1), cut);
}
