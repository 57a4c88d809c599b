import { expect, test } from 'vitest';

import type { SetStatistics } from '../protocol.ts';
import { standingWords } from './standing-words.ts';

const statistics: SetStatistics = {
  today: '2026-11-22',
  desiredRetention: 0.9,
  standing: { solid: 5, fading: 3, missed: 0, fresh: 0 },
  reviewsPerWeek: 4.2,
  curve: [],
  sessionDays: [],
  missedToday: [],
  runs: { longest: 0, current: 0 },
  sessions: 0,
  year: [],
};
const of = (standing: Partial<SetStatistics['standing']>) => ({
  ...statistics,
  standing: { solid: 0, fading: 0, missed: 0, fresh: 0, ...standing },
});
const ready = (due: number, all = due, exposed = 0) => ({
  due: all,
  exposed: { due: exposed, fresh: 0 },
  today: { due, fresh: 0 },
});

test('a set says what is solid and what is fading, and what it costs', () => {
  expect(standingWords(statistics, ready(3))).toBe(
    'Five points are solid, three are fading and ready. At 90% retention this set costs about 4 reviews a week.',
  );
  expect(standingWords(of({ fresh: 8 }), ready(0))).toMatch(/^All 8 points are new\. /);
  expect(standingWords(of({}), ready(0))).toBe('No points yet.');
});

test('what was missed today is neither solid nor fading', () => {
  expect(standingWords(of({ missed: 3, solid: 1 }), ready(0))).toMatch(
    /^One point is solid, three are not held yet\. /,
  );
  expect(standingWords(of({ missed: 1, fresh: 4 }), ready(0))).toMatch(/^One point is not held yet, four are new\. /);
});

test('where fewer are ready than fade, or a limit holds some back, it says so', () => {
  expect(standingWords(statistics, ready(1))).toMatch(/three are fading, one of them ready\. At/);
  expect(standingWords(statistics, ready(2, 3))).toMatch(
    /three are fading, two of them ready\. One waits for the days after, by this set’s limit\. /,
  );
  // Told or shown today: no limit holds it back.
  expect(standingWords(statistics, ready(2, 3, 1))).toMatch(/three are fading, two of them ready\. At/);
});
