import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findQuote } from './find-quote.ts';

test('a quote at the end of a source as long as a model can read is found at once', () => {
  const long = 'word “and” '.repeat(100_000);
  expect(findQuote(`${long}the end`, '"and" the end')).toEqual({ start: long.length - 6, end: long.length + 7 });
});

test('any run of words of a text is found at a place that reads the same', () => {
  const word = fc.constantFrom('coal', '“uses”', 'it’s', 'ISTANBUL', 'İz', 'ﬁre', '—', '\n', '汉字', 'e\u0301');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (words, from, count) => {
      const start = from % words.length;
      const text = words.join(' ');
      const quote = words
        .slice(start, start + 1 + (count % 4))
        .join('  ')
        .trim();
      if (quote === '') return;
      const found = findQuote(text, quote);
      expect(found).not.toBeNull();
      const plain = (said: string) => said.replace(/\s+/gu, ' ').trim();
      expect(found && plain(text.slice(found.start, found.end))).toBe(plain(quote));
    }),
  );
});
