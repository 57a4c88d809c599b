import { assert, integer, property, constantFrom } from 'fast-check';
import { expect, test } from 'vitest';

import { dayLookup } from './day-lookup.ts';
import { dayOf } from './day.ts';

const ZONES = ['UTC', 'Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];

test('a lookup returns the same day as dayOf', () => {
  assert(
    property(
      constantFrom(...ZONES),
      integer({ min: 0, max: 720 }),
      integer({ min: Date.parse('2009-01-01'), max: Date.parse('2030-01-01') }),
      (timeZone, dayStartsAt, at) => {
        expect(dayLookup({ timeZone, dayStartsAt })(at)).toBe(dayOf(at, { timeZone, dayStartsAt }));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a lookup is right around clock changes, also on days of 23 and 25 hours', () => {
  const lookup = dayLookup({ timeZone: 'Europe/Zurich', dayStartsAt: 150 });
  for (const change of ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'])
    for (let minutes = -1_500; minutes <= 1_500; minutes += 7) {
      const at = Date.parse(change) + minutes * 60_000;
      expect(lookup(at)).toBe(dayOf(at, { timeZone: 'Europe/Zurich', dayStartsAt: 150 }));
    }
});
