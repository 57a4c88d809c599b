import { expect, test } from 'vitest';

import { measuresOf } from './collection.ts';

const grades = new Map([
  ['a', 2],
  ['b', 1],
  ['c', 1],
]);

test('rankings are measured like trec_eval does', () => {
  const ideal = 2 + 1 / Math.log2(3) + 1 / Math.log2(4);
  expect(measuresOf(['x', 'a', 'y', 'b'], grades)).toEqual({
    ndcg10: expect.closeTo((2 / Math.log2(3) + 1 / Math.log2(5)) / ideal) as number,
    recall10: 2 / 3,
    mrr10: 1 / 2,
  });
  expect(measuresOf(['a', 'c', 'b'], grades)).toEqual({ ndcg10: 1, recall10: 1, mrr10: 1 });
  expect(measuresOf([], grades)).toEqual({ ndcg10: 0, recall10: 0, mrr10: 0 });
});

test('only the first ten count', () => {
  const far = [...Array.from({ length: 10 }, (_, index) => `x${index}`), 'a'];
  expect(measuresOf(far, grades)).toEqual({ ndcg10: 0, recall10: 0, mrr10: 0 });
  const many = new Map(Array.from({ length: 20 }, (_, index) => [`d${index}`, 1]));
  expect(measuresOf([...many.keys()], many)).toEqual({ ndcg10: 1, recall10: 0.5, mrr10: 1 });
});
