import { expect, test } from 'vitest';

import type { SetStatistics } from '../protocol.ts';
import { setStateWords } from './set-state-words.ts';

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
  fresh: 0,
  suspended: 0,
  exposed: { due: exposed, fresh: 0 },
  today: { due, fresh: 0 },
  inProgress: { due: 0, fresh: 0 },
  openSession: null,
  openPoints: 0,
});

test('a set says how many points are solid and fading, and what it costs', () => {
  expect(setStateWords(statistics, ready(3))).toBe(
    'Five points are solid, three are fading and due. At 90% retention this set costs about 4 reviews a week.',
  );
  expect(setStateWords(of({ fresh: 8 }), ready(0))).toMatch(/^All 8 points are new\. /);
  const held = { ...ready(0), fresh: 8, today: { due: 0, fresh: 7 } };
  expect(setStateWords(of({ fresh: 8 }), held)).toMatch(/^All 8 points are new; 1 waits until later days\. /);
  const left = {
    ...held,
    today: { due: 0, fresh: 0 },
    inProgress: { due: 0, fresh: 8 },
    openSession: 'a',
    openPoints: 7,
  };
  expect(setStateWords(of({ fresh: 8 }), left)).toMatch(/^All 8 points are new; 7 open in the session you left\. /);
  expect(setStateWords(of({}), ready(0))).toBe('No points yet.');
});

test('a set says when fewer points are due than fading, and when a limit holds some back', () => {
  expect(setStateWords(statistics, ready(1))).toMatch(/three are fading, one of them due\. At/);
  expect(setStateWords(statistics, ready(2, 3))).toMatch(
    /three are fading, two of them due\. One waits for later days because of this set’s daily limit\. /,
  );
  // These points were told or shown today, so no limit holds them back.
  expect(setStateWords(statistics, ready(2, 3, 1))).toMatch(/three are fading, two of them due\. At/);
});
