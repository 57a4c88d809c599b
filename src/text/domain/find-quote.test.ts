import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findQuote } from './find-quote.ts';

test('a quote at the end of a source as long as a model can read is found at once', () => {
  const long = 'word “and” '.repeat(100_000);
  expect(findQuote(`${long}the end`, '"and" the end')).toEqual({ start: long.length - 6, end: long.length + 7 });
});

test.each([
  ['soft hyphens', 'the effi\u00adcient fur\u00adnaces of Zürich'],
  ['zero-width characters and marks of direction', '\u202athe effi\u200bcient\u202c furnaces\ufeff of Zürich'],
  ['decomposed letters', 'the efficient furnaces of Zu\u0308rich'],
  ['ligatures', 'the eﬃcient furnaces of Zürich'],
  ['letters of full width', 'the ｅｆｆｉｃｉｅｎｔ furnaces of Zürich'],
])('%s make no difference to a quote, on either side', (_, written) => {
  const plain = 'the efficient furnaces of Zürich';
  for (const [text, quote] of [
    [`Of *these*, ${written} are many.`, plain],
    [`Of *these*, ${plain} are many.`, written],
  ] as const) {
    const found = findQuote(text, quote);
    expect(text.slice(found?.start, found?.end)).toContain('furnaces'.slice(-4));
  }
  expect(findQuote('of 10⁶ pots there', 'of 106 pots there')).toBeNull();
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

test.each([
  [
    'The **oven** is *old*, and its [door (front)](https://example.org/a_(b)) sticks.',
    'The oven is old, and its door (front) sticks.',
  ],
  ['x\\_y \\= 3 \\* 4, see note\\[2\\] of 2*3', 'x_y = 3 * 4, see note[2] of 2*3'],
  ['The cafe\u0301 was eﬀicient', 'café was efficient'],
  ['1. first of oats\n2. then of __rye__', 'first of oats then of rye'],
  ['> said once\n> and again', 'said once and again'],
  ['| Year | Sum |\n|---|:--|\n| 1920 | 7,500 |', 'Year Sum 1920 7,500'],
  ['It is “quite” cold… so they say', '"quite" cold... so they say'],
  ['An oven needs bricks. It needs time. Then it bakes bread.', 'an oven needs bricks. … then it bakes bread.'],
  ['Am Mitt\u00ADwoch kam er', 'Mittwoch'],
])('%j holds %j as a reader sees it', (text, quote) => {
  const found = findQuote(text, quote);
  expect(found).not.toBeNull();
  expect(findQuote(`Before. ${text}`, quote)).toEqual({ start: found!.start + 8, end: found!.end + 8 });
});

test.each([
  ['costs 7 € per kg', 'costs 70 € per kg'],
  ['The oven may warm a house', 'The oven warms a house'],
  ['It does not bake well', 'It does bake well'],
  ['It does not bake well', 'It does … bake well'],
  ['An oven needs bricks. Then it bakes bread.', 'Then it bakes bread. … An oven needs bricks.'],
  ['2*3*4 and 5_6', '234 and 56'],
  ['ten of 10²', 'ten of 102'],
])('%j does not hold %j', (text, quote) => {
  expect(findQuote(text, quote)).toBeNull();
});
