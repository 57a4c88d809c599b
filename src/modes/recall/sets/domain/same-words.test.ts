import { expect, test } from 'vitest';

import { wordsKey } from './same-words.ts';

test.each([
  ['Whales sleep with half a brain.', ' whales sleep with half a  brain'],
  ['It is called “torpor”.', 'It is called "torpor"'],
  ['クジラは眠る。', 'クジラは眠る'],
  ['The efﬁ\u00adcient whale sleeps\u200b.', 'The efficient whale sleeps'],
])('“%s” equals “%s”', (one, other) => {
  expect(wordsKey(one)).toBe(wordsKey(other));
});

test.each([
  ['It freezes at -5 °C.', 'It freezes at 5 °C.'],
  ['Is it a whale?', 'It is a whale.'],
  ['1.5 litres', '15 litres'],
])('“%s” differs from “%s”', (one, other) => {
  expect(wordsKey(one)).not.toBe(wordsKey(other));
});
