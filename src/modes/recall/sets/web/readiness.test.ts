import { expect, test } from 'vitest';

import { readiness, setStateLine } from './readiness.ts';

const set = {
  points: 20,
  suspended: 0,
  due: 6,
  fresh: 4,
  today: { due: 6, fresh: 4 },
  openSession: null,
  openPoints: 0,
  status: 'active',
} as const;

test('a set shows how many of its points are due and new today', () => {
  expect(readiness(set)).toBe('10 points, 6 due');
  expect(readiness({ today: { due: 3, fresh: 0 } })).toBe('3 due points');
  expect(readiness({ today: { due: 0, fresh: 1 } })).toBe('1 new point');
  expect(readiness({ today: { due: 0, fresh: 0 } })).toBe('nothing due');
});

test('a set shows its counts, the points beyond its limits, and its suspension', () => {
  expect(setStateLine(set)).toBe('20 points: 6 due, 4 new.');
  expect(setStateLine({ ...set, today: { due: 6, fresh: 1 } })).toBe(
    '20 points: 6 due, 1 new today; 3 wait until later days.',
  );
  expect(setStateLine({ ...set, today: { due: 0, fresh: 0 } })).toBe('20 points. Done; 10 wait until later days.');
  expect(setStateLine({ ...set, due: 0, fresh: 0, today: { due: 0, fresh: 0 } })).toBe(
    '20 points. Nothing is due; you can begin anyway.',
  );
  expect(setStateLine({ ...set, today: { due: 0, fresh: 0 }, openSession: 'a', openPoints: 7 })).toBe(
    '20 points: 7 open in the session you left.',
  );
  expect(setStateLine({ ...set, status: 'paused' })).toBe('Suspended. 20 points.');
});
