import { expect, test } from 'vitest';

import { sentencesOf } from './sentences.ts';

test('sentences cover the whole text, each with the white space behind it', () => {
  const text = 'Caffeine blocks adenosine.  “Does it?” Yes, e.g. at night.\nIt lasts 5.5 hours';
  const sentences = sentencesOf(text);
  expect(sentences.map((sentence) => sentence.text)).toEqual([
    'Caffeine blocks adenosine.  ',
    '“Does it?” ',
    'Yes, e.g. at night.\n',
    'It lasts 5.5 hours',
  ]);
  expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual(sentences.map((each) => each.text));
  expect(sentencesOf('')).toEqual([]);
});

test('sentences of scripts without spaces end at their own marks', () => {
  expect(sentencesOf('カフェインは効く。本当に？').map(({ text }) => text)).toEqual(['カフェインは効く。', '本当に？']);
});
