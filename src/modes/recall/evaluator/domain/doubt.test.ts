import { expect, test } from 'vitest';

import { withDoubt } from './doubt.ts';
import type { Evaluation, PointVerdict } from './evaluation.ts';

const verdict = (id: string, change: Partial<PointVerdict>): PointVerdict => ({
  id,
  verdict: 'partial',
  confidence: 0.9,
  quote: 'said',
  observation: '',
  ...change,
});
const doubted = (askedId: string | null, ...verdicts: PointVerdict[]) => {
  const evaluation: Evaluation = { feedback: '', verdicts };
  return withDoubt(evaluation, askedId).verdicts.flatMap(({ id, isUncertain }) => (isUncertain ? [id] : []));
};

test('a model doubts a part of the point asked for, or all of it with little confidence', () => {
  expect(doubted('a', verdict('a', {}), verdict('b', {}))).toEqual(['a']);
  expect(doubted('a', verdict('a', { verdict: 'expressed', confidence: 0.5 }))).toEqual(['a']);
  expect(doubted('a', verdict('a', { verdict: 'expressed' }))).toEqual([]);
  expect(doubted('a', verdict('a', { verdict: 'absent' }))).toEqual([]);
});

test('without a point asked for, a model decides alone', () => {
  expect(doubted(null, verdict('a', { isUncertain: true }))).toEqual([]);
});
