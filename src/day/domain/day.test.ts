import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, dayOf, daysBetween, endOfDay, startOfDay } from './day.ts';

const zurich = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
const at = (text: string) => Date.parse(text);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Unusual zones first, then all zones. */
const zone = fc.oneof(
  fc.constantFrom(
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Pacific/Kiritimati',
    'Pacific/Chatham',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Antarctica/Casey',
    'Antarctica/Troll',
    'Europe/Dublin',
  ),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
);
const cut = fc.record({
  timeZone: zone,
  dayStartsAt: fc.oneof(fc.constantFrom(0, 60, 90, 120, 150, 180, 240, 720), fc.nat(720)),
});
/** Covers every review that a log can hold. */
const instant = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2099-01-01T00:00:00Z') });

test('an hour past midnight still belongs to the evening before', () => {
  expect(dayOf(at('2026-11-22T01:00:00Z'), zurich)).toBe('2026-11-21');
  expect(dayOf(at('2026-11-22T03:00:00Z'), zurich)).toBe('2026-11-22');
});

test('the day ends at the cut-off in the person’s own zone, over both changes of clocks', () => {
  expect(new Date(endOfDay(at('2026-11-22T12:00:00Z'), zurich)).toISOString()).toBe('2026-11-23T03:00:00.000Z');
  expect(new Date(endOfDay(at('2026-03-28T12:00:00Z'), zurich)).toISOString()).toBe('2026-03-29T02:00:00.000Z');
  expect(new Date(endOfDay(at('2026-10-24T12:00:00Z'), zurich)).toISOString()).toBe('2026-10-25T03:00:00.000Z');
  const samoa = { timeZone: 'Pacific/Apia', dayStartsAt: 0 };
  expect(dayOf(at('2026-11-22T12:00:00Z'), samoa)).toBe('2026-11-23');
});

test('a day whose start falls in the hour skipped in spring begins after it', () => {
  const halfPastTwo = { timeZone: 'Europe/Zurich', dayStartsAt: 150 };
  expect(new Date(startOfDay('2026-03-29', halfPastTwo)).toISOString()).toBe('2026-03-29T01:00:00.000Z');
});

test('a day whose start falls in the hour repeated in autumn begins once, at its first occurrence', () => {
  const halfPastTwo = { timeZone: 'Europe/Zurich', dayStartsAt: 150 };
  const begins = startOfDay('2026-10-25', halfPastTwo);
  expect(new Date(begins).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  // 02:10 for the second time.
  expect(dayOf(at('2026-10-25T01:10:00Z'), halfPastTwo)).toBe('2026-10-25');
  expect(dayOf(begins - 1, halfPastTwo)).toBe('2026-10-24');
});

test('a date that a zone skipped has no instant, and the day before ends where the next one begins', () => {
  const midnight = { timeZone: 'Pacific/Apia', dayStartsAt: 0 };
  const last = at('2011-12-30T09:59:59Z');
  expect(dayOf(last, midnight)).toBe('2011-12-29');
  expect(endOfDay(last, midnight)).toBe(at('2011-12-30T10:00:00Z'));
  expect(dayOf(endOfDay(last, midnight), midnight)).toBe('2011-12-31');
  // With a late day start, four hours of the skipped date still belong to the day before.
  const four = { timeZone: 'Pacific/Apia', dayStartsAt: 240 };
  expect(dayOf(endOfDay(last, four), four)).toBe('2011-12-30');
});

test('every instant lies in one day, which ends after it and is followed by the next', () => {
  fc.assert(
    fc.property(cut, instant, (person, now) => {
      const day = dayOf(now, person);
      const end = endOfDay(now, person);
      expect(end).toBeGreaterThan(now);
      expect(startOfDay(day, person)).toBeLessThanOrEqual(now);
      expect(dayOf(end - 1, person)).toBe(day);
      const gap = daysBetween(day, dayOf(end, person));
      expect(gap === 1 || isDateLeftOut(addDays(day, 1), person)).toBe(true);
      expect(end - startOfDay(day, person)).toBeLessThanOrEqual(28 * HOUR);
    }),
    { numRuns: 300 },
  );
});

/** Apia in 2011, Kiritimati and Enderbury in 1994/95, Kwajalein in 1993: moved over the date line. */
function isDateLeftOut(day: string, person: { timeZone: string; dayStartsAt: number }): boolean {
  return startOfDay(day, person) === startOfDay(addDays(day, 1), person);
}

test('a later instant never falls on an earlier day', () => {
  fc.assert(
    fc.property(cut, instant, fc.integer({ min: 0, max: 3 * DAY }), (person, now, later) => {
      expect(daysBetween(dayOf(now, person), dayOf(now + later, person))).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300 },
  );
});

test('no day is lost or repeated around any clock change of any zone', () => {
  const troubles: string[] = [];
  const zones = Map.groupBy(Intl.supportedValuesOf('timeZone').map(changesOf), ({ changes }) =>
    JSON.stringify(changes),
  );
  for (const [{ timeZone, changes }] of zones.values() as Iterable<[ReturnType<typeof changesOf>]>)
    for (const dayStartsAt of [0, 150]) {
      const person = { timeZone, dayStartsAt };
      for (const { at: change } of changes) {
        let day = dayOf(change - 30 * HOUR, person);
        let begins = startOfDay(day, person);
        while (begins < change + 30 * HOUR) {
          const end = endOfDay(begins, person);
          const next = dayOf(end, person);
          const isNext = next === addDays(day, 1) || isDateLeftOut(addDays(day, 1), person);
          if (!isNext || dayOf(end - 1, person) !== day || startOfDay(next, person) !== end)
            troubles.push(`${timeZone} ${dayStartsAt} ${day}`);
          [day, begins] = [next, end];
        }
      }
    }
  expect(troubles).toEqual([]);
});

/** Clock changes of a zone in selected years with many of them, accurate to an hour, and the offset after each. */
function changesOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = (moment: number) => format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
  const changes: { at: number; to: string | undefined }[] = [];
  for (const [from, to] of [
    ['1993-08-01', '1995-02-01'],
    ['2009-10-01', '2012-02-01'],
    ['2026-01-01', '2027-01-01'],
  ] as const) {
    let before = offset(at(`${from}T00:00:00Z`));
    for (let moment = at(`${from}T00:00:00Z`); moment < at(`${to}T00:00:00Z`); moment += 15 * DAY) {
      const after = offset(moment + 15 * DAY);
      if (before !== after) changes.push({ at: search(moment, offset), to: after });
      before = after;
    }
  }
  return { timeZone, changes };
}

function search(from: number, offset: (moment: number) => string | undefined): number {
  let [low, high] = [from, from + 15 * DAY];
  while (high - low > HOUR) {
    const middle = (low + high) / 2;
    if (offset(middle) === offset(from)) low = middle;
    else high = middle;
  }
  return high;
}
