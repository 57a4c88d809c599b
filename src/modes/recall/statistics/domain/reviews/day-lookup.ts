import { addDays, type DayCut, dayOf, startOfDay } from '../../../domain/schedule/day.ts';

const DAY_MS = 86_400_000;

/** The person's days that touch one day of UTC, the latest first: each lasts from its beginning to that of the next. */
type Stretch = readonly { readonly day: string; readonly begins: number }[];

/**
 * `dayOf` for a whole log: the days of each UTC day are looked up once. The same day is always the same string, so that
 * it is quick as a key.
 */
export function dayLookup(cut: DayCut): (at: number) => string {
  const key = `${cut.timeZone} ${cut.dayStartsAt}`;
  const lookup = lookups.get(key) ?? makeLookup(cut);
  if (lookups.size >= MOST_LOOKUPS) lookups.clear();
  lookups.set(key, lookup);
  return lookup;
}

const lookups = new Map<string, (at: number) => string>();
const MOST_LOOKUPS = 50;

function makeLookup(cut: DayCut): (at: number) => string {
  const stretches = new Map<number, Stretch>();
  const days = new Map<string, Stretch[number]>();
  function dayNamed(name: string): Stretch[number] {
    const known = days.get(name) ?? { day: name, begins: startOfDay(name, cut) };
    days.set(name, known);
    return known;
  }
  function stretchOf(utcDay: number): Stretch {
    const name = new Date(utcDay * DAY_MS).toISOString().slice(0, 10);
    // No zone and no beginning of the day is further from UTC than that.
    return [dayNamed(addDays(name, 1)), dayNamed(name), dayNamed(addDays(name, -1)), dayNamed(addDays(name, -2))];
  }
  return (at) => {
    const utcDay = Math.floor(at / DAY_MS);
    let stretch = stretches.get(utcDay);
    if (!stretch) stretches.set(utcDay, (stretch = stretchOf(utcDay)));
    for (const { day, begins } of stretch) if (at >= begins) return day;
    return dayOf(at, cut);
  };
}
