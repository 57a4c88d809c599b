import { expect, test } from 'vitest';

import { outcomeOf } from '../outcome.ts';
import { beginningOf, readLength } from './bounds.ts';
import { evaluateBatchLexically } from './evaluate-batch.ts';

test('how much of a message is read falls with the number of points, between two limits', () => {
  expect([0, 1, 200, 400, 1_600, 10_000].map(readLength)).toEqual([32_000, 32_000, 32_000, 16_000, 4_000, 4_000]);
});

test('the beginning ends with a sentence, else with a word, and never inside a character', () => {
  const sentences = 'It sleeps. It wakes up. '.repeat(100);
  expect(beginningOf(sentences, 1_200 + 15)).toBe('It sleeps. It wakes up. '.repeat(50) + 'It sleeps.');
  expect(beginningOf('one two three', 6)).toBe('one ');
  expect(beginningOf('🙂🙂🙂', 3)).toBe('🙂\ufffd');
  expect(beginningOf('a'.repeat(9), 5)).toBe('aaaaa');
  expect(beginningOf('short', 5)).toBe('short');
});

const points = [
  { id: 'blocks', text: 'Caffeine blocks adenosine receptors in the brain', context: '' },
  { id: 'half', text: 'The half-life of caffeine is about five hours', context: '' },
];
const conversation = (content: string) =>
  [
    { author: 'assistant', content: 'What do you remember about caffeine?' },
    { author: 'person', content },
  ] as const;

test('a message that is too long is evaluated as far as it is read, and says so', () => {
  const said = 'Caffeine blocks adenosine receptors in the brain. ';
  const filler = 'The weather was fine on that day. '.repeat(6_000);
  const evaluation = evaluateBatchLexically(points, conversation(`${said}${filler}The half-life is about five hours.`));
  const outcomes = evaluation.verdicts.map((verdict) => [verdict.id, outcomeOf(verdict)]);
  expect(outcomes).toEqual([
    ['blocks', 'yes'],
    ['half', 'no'],
  ]);
  expect(evaluation.trouble).toEqual({
    message: 'Only its first 32,000 characters were compared with your points.',
    remedy: 'Say the rest in shorter messages.',
  });
  const { trouble, ...beginning } = evaluation;
  expect(trouble).toBeDefined();
  expect(evaluateBatchLexically(points, conversation(beginningOf(`${said}${filler}`, 32_000)))).toEqual(beginning);
});

test('a message within the limit is read whole, without a word', () => {
  expect(evaluateBatchLexically(points, conversation('It blocks adenosine receptors.'))).not.toHaveProperty('trouble');
});
