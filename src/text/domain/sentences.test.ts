import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sentencesOf } from './sentences.ts';

test('sentences cover the whole text, each with the white space after it', () => {
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

test('a German ordinal does not end a sentence', () => {
  const text =
    'Am 9. November 1918 endete es. 5. Dezember: Ende. Im 19. Jahrhundert begann es. Es waren 9. Danach kamen mehr.';
  expect(sentencesOf(text).map((sentence) => sentence.text.trim())).toEqual([
    'Am 9. November 1918 endete es.',
    '5. Dezember: Ende.',
    'Im 19. Jahrhundert begann es.',
    'Es waren 9.',
    'Danach kamen mehr.',
  ]);
});

test.each([
  'He was visited by J. W. von Goethe in Rome.',
  'It was written by J. Turner in 1840.',
  'J. S. Bach wrote the fugue.',
  'The U. S. Congress declared war.',
  'Säuren, z. B. Essig, geben Protonen ab.',
  'D. h. es ist sauer.',
])('initials do not end a sentence: “%s”', (text) => {
  expect(sentencesOf(`${text} And more.`).map((sentence) => sentence.text.trim())).toEqual([text, 'And more.']);
});

test.each(['Scurvy is a lack of vitamin C. Oranges help.', 'Bulb A. It is bright.', 'This is x. It is 5.'])(
  'a letter that is not an initial ends one: “%s”',
  (text) => {
    expect(sentencesOf(text)).toHaveLength(2);
  },
);

test('sentences of scripts without spaces end at their own marks', () => {
  expect(sentencesOf('カフェインは効く。本当に？').map(({ text }) => text)).toEqual(['カフェインは効く。', '本当に？']);
});

test('a text without a sentence-ending character is one sentence, as it is for the segmenter', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const sign = fc.oneof(
    fc.constantFrom(' ', ',', ':', "'", '"', '(', '-', 'a', 'A', '1', 'é', 'ß', 'Ł'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  );
  const text = fc.array(sign).map((signs) => signs.join(''));
  fc.assert(
    fc.property(text, (words) => {
      const segments = Array.from(segmenter.segment(words), ({ segment }) => segment);
      expect(sentencesOf(words).map((sentence) => sentence.text)).toEqual(segments);
    }),
  );
});
