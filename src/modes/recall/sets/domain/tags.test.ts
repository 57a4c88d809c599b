import { expect, test } from 'vitest';

import { splitPath } from './set-path.ts';
import { MAX_STORED_TAGS, storedTags, tagsOf } from './tags.ts';

test('tags are stored sorted, without duplicates, with an underscore for a space', () => {
  expect(storedTags(['b::c', 'a', ' two words ', 'a', '', 'x\u{0}y'])).toBe('a b::c two_words xy');
  expect(tagsOf('a b::c')).toEqual(['a', 'b::c']);
  expect(tagsOf('')).toEqual([]);
});

test('excess tags and characters are cut off', () => {
  const many = Array.from({ length: 200 }, (_, index) => `${index}-${'x'.repeat(200)}`);
  expect(storedTags(many).length).toBeLessThanOrEqual(MAX_STORED_TAGS);
});

test.each([
  ['A::B:: C', { folder: 'A::B', title: 'C' }],
  ['A', { folder: '', title: 'A' }],
  ['::A::', { folder: '', title: 'A' }],
  ['::', { folder: '', title: '::' }],
])('the whole name %s is a folder and a name', (path, name) => {
  expect(splitPath(path)).toEqual(name);
});
