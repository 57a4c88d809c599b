import fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordDiff } from './word-diff.ts';

test('words that were added and removed are told apart, and a mark is one of them', () => {
  expect(wordDiff('Coal fell.[^1]\n\nSame.', 'Coal fell by half.[^12]\n\nSame.')).toEqual([
    { kind: 'same', text: 'Coal fell' },
    { kind: 'added', text: ' by half' },
    { kind: 'same', text: '.' },
    { kind: 'removed', text: '[^1]' },
    { kind: 'added', text: '[^12]' },
    { kind: 'same', text: '\n\nSame.' },
  ]);
  expect(wordDiff('a', 'a')).toEqual([{ kind: 'same', text: 'a' }]);
  expect(wordDiff('', '')).toEqual([]);
});

test('a paragraph that was added leaves the others the same', () => {
  expect(wordDiff('One.\n\nThree.', 'One.\n\nTwo.\n\nThree.')).toEqual([
    { kind: 'same', text: 'One.\n\n' },
    { kind: 'added', text: 'Two.\n\n' },
    { kind: 'same', text: 'Three.' },
  ]);
});

const version = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n\n', '.', '[^1]', '😀', '\n', 'word'), { maxLength: 60 })
  .map((tokens) => tokens.join(''));

test('both versions are told by their diff', () => {
  fc.assert(
    fc.property(version, version, (before, after) => {
      const parts = wordDiff(before, after);
      const textOf = (other: string) => parts.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join('');
      expect(textOf('added')).toBe(before);
      expect(textOf('removed')).toBe(after);
    }),
  );
});

test('long versions that have nothing in common are replaced whole', () => {
  const words = (word: string) => Array.from({ length: 4_000 }, (_, at) => word + String(at)).join(' ');
  expect(wordDiff(`x ${words('a')} z`, `x ${words('b')} z`).map(({ kind }) => kind)).toEqual([
    'same',
    'removed',
    'added',
    'same',
  ]);
});
