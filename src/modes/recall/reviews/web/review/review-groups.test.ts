import { expect, test } from 'vitest';

import { type ReviewedPoint, reviewGroups, reviewSummary } from './review-groups.ts';

const point = (how: ReviewedPoint['how'], recalled: boolean) => ({ how, recalled }) as ReviewedPoint;

test('the summary says how many were recalled, told and left open, and rounds the time to minutes', () => {
  const points = [
    point('unaided', true),
    point('helped', true),
    point('exposed', true),
    // The person graded it in the review.
    point('unaided', false),
    point('told', true),
    point('told', false),
    point('missed', false),
    point('not-asked', false),
    point('gone', false),
  ];
  expect(reviewSummary({ points, durationMs: 540_000 })).toBe(
    '5 recalled, 1 of them once told, 1 told, 2 open, 9 minutes',
  );
  expect(reviewSummary({ points: points.slice(0, 1), durationMs: 10 })).toBe('1 recalled, 1 minute');
});

test('points are grouped by how they were recalled, and empty groups are left out', () => {
  const points = [point('helped', true), point('hinted', true), point('unaided', true), point('exposed', true)];
  const groups = reviewGroups({ points });
  expect(groups.map(({ title, points: own }) => [title, own.length])).toEqual([
    ['By yourself', 1],
    ['With help', 2],
    ['Not graded', 1],
  ]);
});

test('undecided points without a grade come first, and in no other group', () => {
  const open = { ...point('exposed', false), isUndecided: true, reviewId: null };
  const graded = { ...point('missed', false), isUndecided: true, reviewId: 'a' };
  const groups = reviewGroups({ points: [point('unaided', true), open, graded] });
  expect(groups.map(({ title, points: own }) => [title, own.length])).toEqual([
    ['For you to decide', 1],
    ['By yourself', 1],
    ['Not recalled', 1],
  ]);
});
