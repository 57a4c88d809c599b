import { expect, test } from 'vitest';

import { beginsWith } from './begins-with.ts';

test('a title made from the first words is recognised', () => {
  expect(beginsWith('# Coal\n\nIt **burns**.', 'Coal')).toBe(true);
  expect(beginsWith('Efficient [engines](https://example.com) burn more coal', 'Efficient engines burn…')).toBe(true);
  expect(beginsWith('東京都は首都です。', '東京都は')).toBe(true);
  expect(beginsWith('It burns coal.', 'Coal')).toBe(false);
  expect(beginsWith('', 'Coal')).toBe(false);
});
