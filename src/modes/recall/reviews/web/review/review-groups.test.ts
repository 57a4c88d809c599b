import { expect, test } from 'vitest';

import { type ReviewedPoint, reviewGroups, reviewSummary } from './review-groups.ts';

const point = (how: ReviewedPoint['how'], recalled: boolean) => ({ how, recalled }) as ReviewedPoint;

test('the summary counts the recalled points and rounds the time to minutes', () => {
  const points = [point('unaided', true), point('helped', true), point('missed', false)];
  expect(reviewSummary({ points, durationMs: 540_000 })).toBe('2 of 3 recalled, 9 minutes');
  expect(reviewSummary({ points: [], durationMs: 10 })).toBe('0 of 0 recalled, 1 minute');
});

test('points are grouped by how they came, and empty groups are left out', () => {
  const points = [point('helped', true), point('hinted', true), point('unaided', true), point('exposed', true)];
  const groups = reviewGroups({ points });
  expect(groups.map(({ title, points: own }) => [title, own.length])).toEqual([
    ['By yourself', 1],
    ['With help', 2],
    ['Not graded', 1],
  ]);
});

test('points that were left open come first, and in no other group', () => {
  const open = { ...point('exposed', false), isUndecided: true };
  const groups = reviewGroups({ points: [point('unaided', true), open] });
  expect(groups.map(({ title, points: own }) => [title, own.length])).toEqual([
    ['For you to decide', 1],
    ['By yourself', 1],
  ]);
});
