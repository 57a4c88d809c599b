import { expect, test } from 'vitest';

import { createNearness } from './nearness.ts';

const point = (id: string, text: string, question?: string) => ({
  id,
  text,
  context: '',
  ...(question && { question }),
});
const POINTS = [
  point('a', 'Caffeine blocks adenosine receptors.'),
  point('b', 'The half-life of caffeine is five hours.'),
  point('c', 'The city has been Paris since 987', 'What is the capital of France?'),
  point('d', '$E = mc^2$'),
];
const isFar = (text: string, open = POINTS) => createNearness(POINTS, open, 'Caffeine')(text);

test.each([
  'Caffeine blocks adenosine receptors.',
  'It is known that receptors of adenosine stay blocked for a while.',
  'The receptors are what coffee acts upon: adenosine finds them taken.',
  'Drugs differ in their half-life.',
  'It **blocks** the *adenosine*\nreceptors',
  'ad-e-no-sine recep-tors',
  'Paris has many bridges.',
  'The treaty of 987 was short.',
  'Everybody knows that E = mc^2 holds.',
])('comes near an open point: %s', (text) => {
  expect(isFar(text)).toBe(false);
});

test.each([
  'Coffee houses of London sold caffeine and newspapers.',
  'Goats of Ethiopia chewed the berries.',
  'Tea was carried along the Horse Road from Yunnan to Tibet.',
])('is far from every open point: %s', (text) => {
  expect(isFar(text)).toBe(true);
});

test('recalled points can be told, unless another open point has the same words', () => {
  const open = POINTS.filter(({ id }) => id !== 'b');
  expect(isFar('Drugs differ in their half-life.', open)).toBe(true);
  expect(isFar('Adenosine receptors.', open)).toBe(false);
});

test('texts that are far individually do not add up to a point', () => {
  const points = [point('a', 'Herders chewed bitter red berries near a dry river')];
  const isFarFrom = createNearness(points, points, '');
  const parts = [
    'Herders sing at night.',
    'The wine was bitter.',
    'A red coat.',
    'Many berries are sweet.',
    'Lizards nap.',
  ];
  const kept = parts.filter(isFarFrom);
  expect(kept).toContain('Herders sing at night.');
  expect(kept).toContain('Lizards nap.');
  expect(kept).not.toContain('Many berries are sweet.');
});
