import { expect, test } from 'vitest';

import { weightedLength } from './measure.ts';

test.each([
  ['Ordinary words, “quoted” – and é', 32],
  ['cafe\u0301', 4],
  ['漢字かな', 8],
  ['한글', 4],
  ['😀', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['👍🏽', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['1️⃣', 2],
  ['…', 2],
  ['https://example.org/a/very/long/address?that=goes&on=1 x', 25],
  ['See https://a.b.', 28],
  ['http://a.b http://c.d', 47],
  ['', 0],
])('%j counts %i', (text, length) => {
  expect(weightedLength(text)).toBe(length);
});
