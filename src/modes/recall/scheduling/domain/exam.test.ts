import { expect, test } from 'vitest';

import { limitsOn, planExam } from './exam.ts';
import { DEFAULT_WEIGHTS } from './scheduling.ts';

const limits = { newPerDay: 5, reviewsPerDay: 9 };
const of = { weights: DEFAULT_WEIGHTS.weights, retention: 0.9, today: '2026-11-01', reviewed: [] };

test.each([
  ['without an exam', null, '2026-11-01', 5],
  ['with four weeks left', '2026-12-06', '2026-11-01', 4],
  ['in the last week', '2026-12-06', '2026-12-01', 100],
  ['after the exam', '2026-12-06', '2026-12-07', 5],
])('new points per day %s', (...[, examOn, today, newPerDay]) => {
  expect(limitsOn(limits, { examOn, today, fresh: 100 })).toEqual({ newPerDay, reviewsPerDay: 9 });
});

test('a plan has seen every new point a week before the exam', () => {
  const { days, expected } = planExam({ ...of, fresh: 100, examOn: '2026-12-06' });
  expect(days).toHaveLength(35);
  const before = days.filter(({ day }) => day < '2026-11-29');
  expect(before.reduce((sum, { fresh }) => sum + fresh, 0)).toBe(100);
  expect(Math.max(...days.map(({ fresh }) => fresh))).toBe(4);
  expect(days.some(({ reviews }) => reviews > 0)).toBe(true);
  expect(expected).toBeGreaterThan(0.85);
});

test('known points that are due later keep their probability, and an empty set has none', () => {
  const reviewed = Array.from({ length: 2_000 }, () => ({ stability: 400, difficulty: 5, since: 10 }));
  const plan = planExam({ ...of, reviewed, fresh: 0, examOn: '2026-11-11' });
  expect(plan.days.every(({ reviews, fresh }) => reviews + fresh === 0)).toBe(true);
  expect(plan.expected).toBeCloseTo(0.99, 1);
  expect(planExam({ ...of, fresh: 0, examOn: '2026-11-11' }).expected).toBeNull();
});
