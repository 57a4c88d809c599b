import { expect, test } from 'vitest';

import { claimBefore } from './claim-before.ts';

test('a claim is the sentence of its mark, beginning at the previous mark', () => {
  const text =
    'A pump. Coal\nfell by half[^1], and engines came.[^2] [^3] Then\n\n- steam: 3 uses [^4].\n\n# Head[^5]\n\nx';
  expect(claimBefore(text).map(({ mark, claim }) => [mark.number, claim])).toEqual([
    [1, 'Coal fell by half'],
    [2, ', and engines came.'],
    [3, ', and engines came.'],
    [4, 'steam: 3 uses'],
    [5, '# Head'],
  ]);
});
