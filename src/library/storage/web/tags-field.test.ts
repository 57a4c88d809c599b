import { expect, test } from 'vitest';

import { tagsIn } from './tags-field.tsx';

test('tags are divided by commas and may have a hash before them', () => {
  expect(tagsIn('coal, #steam engine,, coal ,##x')).toEqual(['coal', 'steam engine', 'x']);
  expect(tagsIn('one\ntwo')).toEqual(['one', 'two']);
  expect(tagsIn('  ')).toEqual([]);
});
