import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inlineMarks, withInlineMarks, withoutInlineMarks } from './inline-marks.ts';

test('a mark comes after the word that ends at its offset', () => {
  const text = 'One two. \n\nThree.';
  expect(withInlineMarks(text, [9, 17])).toBe('One two.\uE0F00\uE0F1 \n\nThree.\uE0F01\uE0F1');
});

test('marks only add their characters to the text, at any offsets', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(40), { maxLength: 6 }), (text, offsets) => {
      const sorted = offsets.map((offset) => Math.min(offset, text.length)).sort((one, other) => one - other);
      const written = withInlineMarks(text, sorted);
      expect(written.replace(/\uE0F0\d+\uE0F1/gu, '')).toBe(text.replace(/[\uE0F0\uE0F1]/gu, ''));
      expect(written.match(/\uE0F0\d+\uE0F1/gu) ?? []).toHaveLength(sorted.length);
    }),
  );
});

test('a text cannot contain marks of its own', () => {
  expect(withInlineMarks('a \uE0F07\uE0F1 b', [])).toBe('a 7 b');
});

test('marks become elements among the text', () => {
  const tree = { type: 'root', children: [{ type: 'text', value: 'a\uE0F00\uE0F1 b\uE0F01\uE0F1' }] };
  inlineMarks()(tree);
  expect(tree.children.map((node) => ('properties' in node ? node.properties : node.value))).toEqual([
    'a',
    { index: 0 },
    ' b',
    { index: 1 },
  ]);
});

test('marks can be removed from the text again', () => {
  const text = 'Coal fell. Light rose.';
  expect(withoutInlineMarks(withInlineMarks(text, [10, 22]))).toBe(text);
});
