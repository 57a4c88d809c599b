import fc from 'fast-check';
import { expect, test } from 'vitest';

import { pairParagraphs, wordDiff } from './word-diff.ts';

test('added and removed words are distinguished, and a mark counts as a word', () => {
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

test('an added paragraph leaves the others unchanged', () => {
  expect(wordDiff('One.\n\nThree.', 'One.\n\nTwo.\n\nThree.')).toEqual([
    { kind: 'same', text: 'One.\n\n' },
    { kind: 'added', text: 'Two.\n\n' },
    { kind: 'same', text: 'Three.' },
  ]);
});

/** A diff with [-removed-] and {+added+} words. */
const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('');

test('a sentence that changed by more than half is replaced whole, otherwise its words are', () => {
  expect(
    shown(
      'Her rule: something new must be cheap enough to waste. It holds.',
      'The own longer rule: something is only cheap when it may be wasted. It holds.',
    ),
  ).toBe(
    '[-Her rule: something new must be cheap enough to waste. -]{+The own longer rule: something is only cheap when it may be wasted. +}It holds.',
  );
  expect(shown('A quick brown fox jumps over a dog.[^1]', 'A slow red fox jumps over a dog.[^2]')).toBe(
    'A [-quick brown-]{+slow red+} fox jumps over a dog.[-[^1]-]{+[^2]+}',
  );
  expect(shown('Er kam. Sie ging, weil es spät war.', 'Er kam. Sie ging, weil es schon sehr spät war.')).toBe(
    'Er kam. Sie ging, weil es {+schon sehr +}spät war.',
  );
});

test('a removed or added sentence leaves its neighbours unchanged', () => {
  expect(
    shown('First one stays. Second goes away. Third stays.', 'First one stays. Third stays. A fourth comes.'),
  ).toBe('First one stays. [-Second goes away. -]Third stays.{+ A fourth comes.+}');
  expect(
    shown('- one thing\n- another thing\n\nEnd.', '- one thing\n- another thing entirely\n- a third\n\nEnd.'),
  ).toBe('- one thing\n- another thing{+ entirely\n- a third+}\n\nEnd.');
});

const version = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n\n', '.', '[^1]', '😀', '\n', 'word'), { maxLength: 60 })
  .map((tokens) => tokens.join(''));

test('both versions can be rebuilt from their diff', () => {
  fc.assert(
    fc.property(version, version, (before, after) => {
      const parts = wordDiff(before, after);
      const textOf = (other: string) => parts.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join('');
      expect(textOf('added')).toBe(before);
      expect(textOf('removed')).toBe(after);
    }),
  );
});

test('long versions without common text are replaced whole', () => {
  const words = (word: string) => Array.from({ length: 4_000 }, (_, at) => word + String(at)).join(' ');
  expect(wordDiff(`x ${words('a')} z`, `x ${words('b')} z`).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test('paragraphs with common words are paired in order, and the others are unpaired', () => {
  const removed = ['coal fell by half', 'gone', 'engines came next'];
  const added = ['a new one', 'coal fell by a third', 'then engines came', 'last'];
  expect(pairParagraphs(removed, added).filter((pair) => pair.removed.length + pair.added.length > 0)).toEqual([
    { removed: [], added: ['a new one'] },
    { removed: ['coal fell by half'], added: ['coal fell by a third'] },
    { removed: ['gone'], added: [] },
    { removed: ['engines came next'], added: ['then engines came'] },
    { removed: [], added: ['last'] },
  ]);
});

test('many paragraphs are paired by their place, or not at all', () => {
  const many = (count: number) => Array.from({ length: count }, () => 'a');
  expect(pairParagraphs(many(101), many(101))).toEqual(many(101).map((one) => ({ removed: [one], added: [one] })));
  expect(pairParagraphs(many(101), many(102))).toEqual([{ removed: many(101), added: many(102) }]);
});
