import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isDue, nightlyDay, weekOf } from './night.ts';
import { expired } from './rotation.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEGIN = Date.parse('2030-01-01T00:00:00Z');

const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kolkata');
const times = fc.uniqueArray(fc.integer({ min: BEGIN, max: BEGIN + 200 * DAY }), { maxLength: 80 });
const choice = fc.record({ daily: fc.integer({ min: 1, max: 10 }), weekly: fc.integer({ min: 0, max: 6 }) });

const moment = fc.record({ now: fc.integer({ min: BEGIN, max: BEGIN + 200 * DAY }), timeZone: zone });

const remaining = (all: readonly number[], gone: readonly number[]) => all.filter((at) => !gone.includes(at));

test('the latest backup and those dated after now are never removed', () => {
  fc.assert(
    fc.property(times, choice, moment, (all, keep, { now, timeZone }) => {
      const gone = expired(all, keep, { now, timeZone });
      const past = all.filter((at) => at <= now);
      expect(gone).not.toContain(Math.max(...past));
      for (const at of gone) expect(at).toBeLessThanOrEqual(now);
    }),
  );
});

test('the latest days and weeks with a backup keep one each, and nothing else is kept', () => {
  fc.assert(
    fc.property(times, choice, zone, (all, keep, timeZone) => {
      const now = BEGIN + 200 * DAY;
      const kept = remaining(all, expired(all, keep, { now, timeZone }));
      const days = (list: readonly number[]) => new Set(list.map((at) => nightlyDay(at, timeZone)));
      const weeks = (list: readonly number[]) => new Set([...days(list)].map(weekOf));
      const latest = (values: Set<number>, count: number) => [...values].toSorted((a, b) => b - a).slice(0, count);
      for (const day of latest(days(all), keep.daily)) expect(days(kept)).toContain(day);
      for (const week of latest(weeks(all), keep.weekly)) expect(weeks(kept)).toContain(week);
      expect(kept.length).toBeLessThanOrEqual(keep.daily + keep.weekly);
    }),
  );
});

test('rotating twice removes nothing more', () => {
  fc.assert(
    fc.property(times, choice, zone, (all, keep, timeZone) => {
      const later = { now: BEGIN + 200 * DAY, timeZone };
      expect(expired(remaining(all, expired(all, keep, later)), keep, later)).toEqual([]);
    }),
  );
});

test('after half a year of nights there are the last seven days and four weeks', () => {
  let kept: number[] = [];
  for (let night = 0; night < 180; night += 1) {
    const now = BEGIN + night * DAY + 4 * HOUR;
    kept.push(now);
    kept = remaining(kept, expired(kept, { daily: 7, weekly: 4 }, { now, timeZone: 'UTC' })) as number[];
  }
  const last = BEGIN + 179 * DAY + 4 * HOUR;
  const ages = kept.map((at) => Math.round((last - at) / DAY)).toSorted((a, b) => a - b);
  expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(new Set(kept.map((at) => weekOf(nightlyDay(at, 'UTC')))).size).toBe(4);
});

test('a backup is due once a night has passed in the time zone of the server', () => {
  const at = (text: string) => Date.parse(text);
  const isDueBetween = (last: string, now: string) => isDue({ last: at(last), now: at(now) }, 'Europe/Berlin');
  expect(isDueBetween('2030-07-01T01:30:00Z', '2030-07-02T00:59:00Z')).toBe(false);
  expect(isDueBetween('2030-07-01T01:30:00Z', '2030-07-02T01:00:00Z')).toBe(true);
  expect(isDueBetween('2030-07-01T00:59:00Z', '2030-07-01T01:00:00Z')).toBe(true);
  // The clock was set back.
  expect(isDueBetween('2030-07-10T10:00:00Z', '2030-07-01T10:00:00Z')).toBe(false);
});
