import { expect, test } from 'vitest';

import { tagsIn } from './tags-field.tsx';

test('tags are separated by commas and can begin with a hash', () => {
  expect(tagsIn('coal, #steam engine,, coal ,##x')).toEqual(['coal', 'steam engine', 'x']);
  expect(tagsIn('one\ntwo')).toEqual(['one', 'two']);
  expect(tagsIn('  ')).toEqual([]);
});
