import fc from 'fast-check';
import { expect, test } from 'vitest';

import { paragraphsIn, proposalsIn } from './proposals.ts';

const link = (url: string) => ({ url, content: null });
const text = (content: string) => ({ url: null, content });

test('a text is one source, or one per paragraph', () => {
  const written = 'First thought.\nIt goes on.\n\n \nSecond thought.\n';
  expect(proposalsIn(written, false)).toEqual([text(written.trim())]);
  expect(proposalsIn(written, true)).toEqual([text('First thought.\nIt goes on.'), text('Second thought.')]);
});

test('addresses become separate sources, each once', () => {
  expect(proposalsIn(' https://a.example/x ', false)).toEqual([link('https://a.example/x')]);
  expect(proposalsIn('https://a.example\n\nhttp://b.example/?q=1\nhttps://a.example', false)).toEqual([
    link('https://a.example'),
    link('http://b.example/?q=1'),
  ]);
});

test('an address among words is part of the text', () => {
  expect(proposalsIn('See https://a.example', true)).toEqual([text('See https://a.example')]);
  expect(proposalsIn('Thought.\n\nhttps://a.example', true)).toEqual([text('Thought.'), link('https://a.example')]);
  expect(proposalsIn('javascript:alert(1)', false)).toEqual([text('javascript:alert(1)')]);
});

test('a code block is not divided', () => {
  const code = '```js\nlet a\n\nlet b\n```';
  expect(paragraphsIn(`Before.\n\n${code}\n\nAfter.`)).toEqual(['Before.', code, 'After.']);
});

test('an empty text gives no source, and division into paragraphs loses no words', () => {
  expect(proposalsIn(' \n ', true)).toEqual([]);
  const words = (parts: readonly string[]) => parts.join(' ').split(/\s+/).filter(Boolean);
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', '\n', '\n\n', '```', ' ')), (pieces) => {
      expect(words(paragraphsIn(pieces.join('')))).toEqual(words([pieces.join('')]));
    }),
  );
});
