import { expect, test } from 'vitest';

import { DEFAULT_WEIGHTS } from '../../scheduling/domain/scheduling.ts';
import { forgettingOf } from './memory.ts';
import {
  chancesAt,
  difficultySpread,
  dueByDay,
  endOfCurve,
  fallingLine,
  medianOf,
  stabilitySpread,
} from './pictures.ts';

const DAY = 86_400_000;
const at = Date.parse('2026-11-01T12:00:00Z');
const forgetting = forgettingOf(DEFAULT_WEIGHTS.weights, { timeZone: 'UTC', dayStartsAt: 0 });
const memory = (stability: number, lastReviewAt = at) => ({
  stability,
  difficulty: 5,
  lastReviewAt,
  lastDay: forgetting.dayAt(lastReviewAt),
});

test('overdue points count for today, and points due after 90 days are left out', () => {
  const { overdue, days } = dueByDay(
    ['2026-11-20', '2026-11-22', '2026-11-22', '2026-11-23', '2027-02-19', '2027-02-20'],
    '2026-11-22',
  );
  expect(overdue).toBe(1);
  expect(days).toHaveLength(90);
  expect(days.filter(({ due }) => due > 0)).toEqual([
    { day: '2026-11-22', due: 3 },
    { day: '2026-11-23', due: 1 },
    { day: '2027-02-19', due: 1 },
  ]);
});

test('the chances of a set use the memory of each point on that day', () => {
  const spans = [
    { memory: memory(10), until: at + 10 * DAY },
    { memory: memory(40, at + 10 * DAY), until: Infinity },
    { memory: memory(20, at + 5 * DAY), until: Infinity },
  ];
  expect(chancesAt(spans, at - DAY, forgetting)).toBeNull();
  expect(chancesAt(spans, at, forgetting)).toEqual({ mean: 1, weakest: 1, strongest: 1 });
  const later = chancesAt(spans, at + 25 * DAY, forgetting);
  const [first, second] = [
    forgetting.chanceOn(memory(40), forgetting.dayAt(at + 15 * DAY)),
    forgetting.chanceOn(memory(20), forgetting.dayAt(at + 20 * DAY)),
  ];
  expect(second).toBeCloseTo(0.9, 6);
  expect(later).toEqual({ mean: (first + second) / 2, weakest: second, strongest: first });
});

test('from ten points, the outer tenths are left out of weakest and strongest', () => {
  const spans = Array.from({ length: 20 }, (_, index) => ({ memory: memory(1 + index), until: Infinity }));
  const chances = spans.map(({ memory: each }) => forgetting.chanceOn(each, forgetting.dayAt(at + 10 * DAY)));
  expect(chancesAt(spans, at + 10 * DAY, forgetting)).toMatchObject({ weakest: chances[2], strongest: chances[17] });
});

test('every point is in one bin, which includes its lower edge', () => {
  expect(stabilitySpread([0.4, 1, 2.9, 3, 30, 729, 5_000]).map(({ points }) => points)).toEqual([
    1, 2, 1, 0, 0, 1, 0, 0, 1, 1,
  ]);
  expect(difficultySpread([1, 1.99, 9, 10]).map(({ points }) => points)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 2]);
  expect([medianOf([]), medianOf([4]), medianOf([3, 1, 2]), medianOf([4, 1, 3, 2])]).toEqual([null, 4, 2, 2]);
});

test('a curve falls from its review to the given end', () => {
  const line = fallingLine(memory(30), at + 400 * DAY + 5_000, forgetting);
  expect(line).toHaveLength(41);
  expect(line[0]).toEqual({ at, chance: 1 });
  expect(line.at(-1)?.at).toBe(at + 400 * DAY + 5_000);
  expect(line.every(({ chance }, index) => index === 0 || chance <= line[index - 1]!.chance)).toBe(true);
  expect(fallingLine(memory(30), at + 1_000, forgetting)).toEqual([
    { at, chance: 1 },
    { at: at + 1_000, chance: 1 },
  ]);
  expect(endOfCurve(memory(30), at + 30 * DAY, at + 2 * DAY)).toBe(at + 45 * DAY);
  expect(endOfCurve(memory(2), at + 2 * DAY, at + 50 * DAY)).toBe(at + 57 * DAY);
});
