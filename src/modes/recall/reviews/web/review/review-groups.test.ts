import { expect, test } from 'vitest';

import type { SessionReview } from '../../protocol.ts';
import { type ReviewedPoint, reviewSentence } from './review-groups.ts';

type How = ReviewedPoint['how'];
const point = (how: How, recalled: boolean) => ({ how, recalled }) as ReviewedPoint;

function sentence(...points: ReviewedPoint[]): string {
  const review: SessionReview = {
    startedAt: 0,
    endedAt: 0,
    durationMs: 100_000,
    messages: 14,
    today: '2026-11-22',
    next: null,
    points,
  };
  return reviewSentence(review);
}

const TOOK = ' It took 1:40 and 14 messages.';

test('the sentence counts recalled points', () => {
  expect(sentence()).toBe('This session held no points.');
  expect(sentence(point('unaided', true))).toBe(`The one point was recalled.${TOOK}`);
  expect(sentence(point('missed', false))).toBe(`The one point was not recalled.${TOOK}`);
  expect(sentence(point('unaided', true), point('hinted', true))).toBe(`All 2 points were recalled.${TOOK}`);
  expect(sentence(point('unaided', true), point('missed', false))).toBe(`1 of 2 points was recalled.${TOOK}`);
  expect(sentence(point('missed', false), point('not-asked', false))).toBe(`None of the 2 points was recalled.${TOOK}`);
});

test('points recalled only after a telling are counted separately', () => {
  expect(sentence(point('unaided', true), point('told', true))).toBe(
    `All 2 points were recalled, 1 of them after being told.${TOOK}`,
  );
  expect(sentence(point('told', true), point('missed', false))).toBe(
    `1 of 2 points was recalled, after being told.${TOOK}`,
  );
  expect(sentence(point('told', true))).toBe(`The one point was recalled, after being told.${TOOK}`);
});
