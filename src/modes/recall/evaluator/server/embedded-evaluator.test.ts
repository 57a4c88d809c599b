import { expect, test } from 'vitest';

import { evaluateBatchLexically } from '../domain/embedded/evaluate-batch.ts';
import { createEmbeddedEvaluator, embeddedEvaluator } from './embedded-evaluator.ts';
import type { EvaluationQuestion } from './evaluating-messages.ts';

const mode = { name: 'recall', session: null, signal: new AbortController().signal } as const;
const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    text: `The prime of ${index} is ${7 * index + 1}.`,
    context: '',
  }));
const said = (content: string) => [{ author: 'person', content }] as const;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join(', ');

test('long evaluations run in the thread, all others at once', async () => {
  const asked: EvaluationQuestion[] = [];
  const evaluator = createEmbeddedEvaluator({
    ask(question) {
      asked.push(question);
      return Promise.resolve({ feedback: 'from the thread', verdicts: [] });
    },
  });
  const feedback = async (count: number, content: string) =>
    (await evaluator.evaluateBatch(pointsOf(count), said(content), mode)).feedback;
  expect(await feedback(200, 'The prime of 3 is 22.')).not.toBe('from the thread');
  expect(await feedback(5, numbers(1_000))).not.toBe('from the thread');
  expect(asked).toEqual([]);
  expect(await feedback(200, numbers(1_000))).toBe('from the thread');
  expect(await feedback(5, numbers(40_000))).toBe('from the thread');
  expect(await feedback(10_000, 'The prime of 3 is 22.')).toBe('from the thread');
  expect(asked.map(({ points }) => points.length)).toEqual([200, 5, 10_000]);
});

test('many numbers against ten points leave the event loop free, and the thread gives the same result as the loop', async () => {
  const [points, messages] = [pointsOf(10), said(numbers(10_000))];
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  const evaluation = await embeddedEvaluator.evaluateBatch(points, messages, { ...mode, askedIds: ['p3'] });
  clearInterval(count);
  expect(turns).toBeGreaterThan(3);
  expect(evaluation).toEqual(evaluateBatchLexically(points, messages, ['p3']));
  expect(evaluation.trouble).toBeDefined();
});
