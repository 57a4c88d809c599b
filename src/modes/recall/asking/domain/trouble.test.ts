import { expect, test } from 'vitest';

import { isNews, withoutSecrets, withTrouble } from './trouble.ts';

const trouble = (message: string) => ({ message, remedy: 'Wait.' });

test('each reason is reported once, whatever numbers it contains, and at most a few are', () => {
  const noted = withTrouble([], trouble('Too many requests: wait 30 s.'));
  expect(isNews(noted, trouble('Too many requests: wait 12 s.'))).toBe(false);
  expect(isNews(noted, trouble('The spending limit is reached.'))).toBe(true);
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].reduce<readonly string[]>(
    (all, word) => withTrouble(all, trouble(word)),
    [],
  );
  expect(isNews(many, trouble('g'))).toBe(false);
});

test.each([
  ['a run of a point', 'bad input: zebras sleep standing up in herds', ['Most zebras sleep standing up.']],
  ['a short point', 'near “Paris France” in the body', ['Paris, France']],
  ['a point of one word', 'unexpected token Photosynthesis', ['photosynthesis']],
  ['in disguise', 'bad: zeb\u200bras **sleep** stand&#105;ng up', ['Zebras sleep standing up']],
])('%s is not repeated', (_, message, secrets) => {
  expect(withoutSecrets(trouble(message), secrets, 'It failed.').message).toBe('It failed.');
});

test('a failure that repeats nothing hidden stays unchanged', () => {
  const plain = trouble('The evaluator took longer than ten seconds.');
  expect(withoutSecrets(plain, ['Ten seconds are an age', 'It', ''], 'It failed.')).toBe(plain);
});
