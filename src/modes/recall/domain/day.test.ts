import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, dayOf, endOfDay } from './day.ts';
import { forecast } from './forecast.ts';

const zurich = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
const at = (text: string) => Date.parse(text);

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

test('an instant lies in its day: after the end of the one before, and before its own end', () => {
  const zones = fc.constantFrom(
    'Europe/Zurich',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Australia/Lord_Howe',
  );
  fc.assert(
    fc.property(
      zones,
      fc.nat(720),
      fc.integer({ min: 1_577_836_800_000, max: 1_893_456_000_000 }),
      (timeZone, dayStartsAt, now) => {
        const cut = { timeZone, dayStartsAt };
        const end = endOfDay(now, cut);
        expect(end).toBeGreaterThan(now);
        expect(end - now).toBeLessThanOrEqual(25 * 3_600_000);
        expect(dayOf(end + 3_600_000, cut)).toBe(addDays(dayOf(now, cut), 1));
      },
    ),
  );
});

test('the forecast counts what is overdue and fresh for today, and leaves out what lies beyond', () => {
  const now = at('2026-11-22T12:00:00Z');
  const days = forecast(
    [at('2026-11-20T12:00:00Z'), at('2026-11-23T01:00:00Z'), at('2026-11-24T12:00:00Z'), at('2027-01-01T00:00:00Z')],
    3,
    { ...zurich, now },
  );
  expect(days).toHaveLength(14);
  expect(days.filter((day) => day.due > 0)).toEqual([
    { day: '2026-11-22', due: 5 },
    { day: '2026-11-24', due: 1 },
  ]);
});
