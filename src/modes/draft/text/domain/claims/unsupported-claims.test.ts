import { expect, test } from 'vitest';

import { unsupportedClaims } from './unsupported-claims.ts';

const listed = (text: string) => unsupportedClaims(text).map(({ start, end }) => text.slice(start, end));

test('a sentence that can be checked and has no mark is listed', () => {
  const claims = [
    'Prices fell by 40%.',
    'It began in 1865.',
    'They called it “a confusion of ideas”.',
    'The book was written by Jevons.',
    'It was the largest engine.',
    'It never stopped.',
  ];
  expect(listed(claims.join(' '))).toEqual(claims);
  expect(listed(`${claims.join('[^1] ')}[^1]`)).toEqual([]);
});

test('a sentence inside the quote of the next mark shares that mark', () => {
  const text = '“In 1865 he never doubted it. He counted 40 pits.”[^1] In 1866 he stopped. He sold 3 pits.[^2]';
  const citations = [
    { number: 1, quote: 'Then: In 1865 he never doubted it. He counted 40 pits.' },
    { number: 2, quote: 'He sold 3 pits.' },
  ];
  const claims = unsupportedClaims(text, citations).map(({ start, end }) => text.slice(start, end));
  expect(claims).toEqual(['In 1866 he stopped.']);
});

test('the time for a text of maximum length grows linearly', () => {
  expect(listed('A 1.[^1] '.repeat(150_000))).toEqual([]);
});

test('German sentences are read by their own rules', () => {
  const text =
    'Die Maschine ist für das Wasser und nicht für die Kohle gebaut. Sie wurde von James Watt gebaut. Das war die größte Pumpe. Ich glaube, dass sie 10 Jahre lief.';
  expect(listed(text)).toEqual(['Sie wurde von James Watt gebaut.', 'Das war die größte Pumpe.']);
});

test('headings, questions, opinions, code, labels and plain statements are not listed', () => {
  expect(
    listed(
      '# 10 first engines\n\nWas it 1865? I think it was the first. Cheapness searches for demand. Set `PORT=80` here, and I wait.\n\n```\nx = 1.\n```\n\n1. A point\n2. Another point',
    ),
  ).toEqual([]);
});
