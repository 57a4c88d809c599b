import { expect, test } from 'vitest';

import { creditable, ratingOf } from './credit.ts';
import type { Evaluation, PointVerdict } from './evaluation.ts';

const points = ['a', 'b'].map((id) => ({ id, text: `text of ${id}`, context: '' }));
const verdict = (change: Partial<PointVerdict>): PointVerdict => ({
  id: 'a',
  verdict: 'expressed',
  confidence: 0.9,
  quote: 'blocks adenosine',
  observation: '',
  ...change,
});
const credited = (content: string, ...verdicts: PointVerdict[]) => {
  const evaluation: Evaluation = { recalledPointIds: ['a', 'b'], confidencePerPoint: {}, feedback: '', verdicts };
  return creditable(evaluation, content, points).map((each) => each.id);
};
const said = 'It BLOCKS\n  adenosine, I think.';

test('a quote counts when it stands in the message, whatever its case and white space', () => {
  expect(credited(said, verdict({}))).toEqual(['a']);
});

test.each([
  ['a quote that the message does not hold', verdict({ quote: 'adenosine blocks' })],
  ['no quote', verdict({ quote: '' })],
  ['a quote of white space', verdict({ quote: ' \n' })],
  ['a partial one', verdict({ verdict: 'partial' })],
  ['a contradicted one', verdict({ verdict: 'contradicted' })],
  ['one below the threshold', verdict({ confidence: 0.59 })],
  ['a confidence over 1', verdict({ confidence: 7 })],
  ['a confidence that is no number', verdict({ confidence: Number.NaN })],
  ['an unknown point', verdict({ id: 'z' })],
])('%s credits nobody', (_name, given) => {
  expect(credited(said, given)).toEqual([]);
});

test('a point is credited once, however often it is named, and several in one message all count', () => {
  expect(credited(said, verdict({}), verdict({}), verdict({ id: 'b', quote: 'I think' }))).toEqual(['a', 'b']);
});

test('told is again, hinted is hard, unaided is good', () => {
  const fresh = { asked: 1, askedAt: 1, isHinted: false, toldBy: null };
  expect(ratingOf(fresh)).toBe(3);
  expect(ratingOf({ ...fresh, isHinted: true })).toBe(2);
  expect(ratingOf({ ...fresh, isHinted: true, toldBy: 'reply' })).toBe(1);
});
