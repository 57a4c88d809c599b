import { expect, test } from 'vitest';

import { keyPhrase } from './key-phrase.ts';

const points = (...texts: string[]) => texts.map((text) => ({ text, context: '' }));

test('a set is named after phrases that recur in its points', () => {
  expect(
    keyPhrase(
      points(
        'Adenosine builds up while we are awake.',
        'Caffeine blocks adenosine receptors.',
        'The half-life of caffeine is five hours.',
        'Tolerance comes from more adenosine receptors.',
      ),
    ),
  ).toBe('Adenosine receptors and caffeine');
});

test('the heading of most points is the name', () => {
  const under = (context: string) => ({ text: 'Something to know.', context });
  expect(keyPhrase([under('Rome'), under('Rome'), under('Athens')])).toBe('Rome');
});

test('points without words have no name, and points in scripts without spaces have one', () => {
  expect(keyPhrase([])).toBeNull();
  expect(keyPhrase(points('!!!', '12'))).toBeNull();
  expect(keyPhrase(points('水は酸素と水素からできている。'))).not.toBeNull();
});

test('a name is short for any points', () => {
  const long = keyPhrase(points('photosynthesis '.repeat(500), `${'x'.repeat(3_000)} ends here`));
  expect(long?.split(' ').length).toBeLessThanOrEqual(7);
});

test('words without meaning of their own are not a second subject', () => {
  const name = keyPhrase(points('How much of the saved heating energy is lost to rebound?'));
  expect(name).toMatch(/^Saved heating energy and (?:lost|rebound)$/);
});
