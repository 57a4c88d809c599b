import { type DayCut, dayNumbered, dayOf, startOfDay } from './day.ts';

const DAY_MS = 86_400_000;

/** The person's days that overlap one UTC day, latest first. Each lasts until the next one begins. */
type Stretch = readonly { readonly day: string; readonly begins: number }[];

/**
 * `dayOf` for a whole log: computes the days of each UTC day once. Equal days are the same string object, which makes
 * them fast map keys.
 */
export function dayLookup(cut: DayCut): (at: number) => string {
  const key = `${cut.timeZone} ${cut.dayStartsAt}`;
  const lookup = lookups.get(key) ?? makeLookup(cut);
  if (lookups.size >= MAX_LOOKUPS) lookups.clear();
  lookups.set(key, lookup);
  return lookup;
}

const lookups = new Map<string, (at: number) => string>();
const MAX_LOOKUPS = 50;

function makeLookup(cut: DayCut): (at: number) => string {
  const stretches = new Map<number, Stretch>();
  const days = new Map<number, Stretch[number]>();
  function beginningOf(number: number): Stretch[number] {
    const known = days.get(number);
    if (known) return known;
    const day = dayNumbered(number);
    const made = { day, begins: startOfDay(day, cut) };
    days.set(number, made);
    return made;
  }
  function stretchOf(utcDay: number): Stretch {
    // No combination of time zone and day start is further from UTC than this.
    return [1, 0, -1, -2].map((offset) => beginningOf(utcDay + offset));
  }
  return (at) => {
    const utcDay = Math.floor(at / DAY_MS);
    let stretch = stretches.get(utcDay);
    if (!stretch) stretches.set(utcDay, (stretch = stretchOf(utcDay)));
    for (const { day, begins } of stretch) if (at >= begins) return day;
    return dayOf(at, cut);
  };
}
