import { expect, test } from 'vitest';

import { isNewProblem, withoutSecrets, withProblem } from './problems.ts';

const problem = (message: string) => ({ message, remedy: 'Wait.' });

test('each reason is reported once, regardless of its numbers, and at most a few are', () => {
  const noted = withProblem([], problem('Too many requests: wait 30 s.'));
  expect(isNewProblem(noted, problem('Too many requests: wait 12 s.'))).toBe(false);
  expect(isNewProblem(noted, problem('The spending limit is reached.'))).toBe(true);
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].reduce<readonly string[]>(
    (all, word) => withProblem(all, problem(word)),
    [],
  );
  expect(isNewProblem(many, problem('g'))).toBe(false);
});

test.each([
  ['a run of a point', 'bad input: zebras sleep standing up in herds', ['Most zebras sleep standing up.']],
  ['a short point', 'near “Paris France” in the body', ['Paris, France']],
  ['a point of one word', 'unexpected token Photosynthesis', ['photosynthesis']],
  ['in disguise', 'bad: zeb\u200bras **sleep** stand&#105;ng up', ['Zebras sleep standing up']],
])('%s is not repeated', (_, message, secrets) => {
  expect(withoutSecrets(problem(message), secrets, 'It failed.').message).toBe('It failed.');
});

test('a failure that repeats nothing hidden is unchanged', () => {
  const plain = problem('The evaluator took longer than ten seconds.');
  expect(withoutSecrets(plain, ['Ten seconds are an age', 'It', ''], 'It failed.')).toBe(plain);
});
