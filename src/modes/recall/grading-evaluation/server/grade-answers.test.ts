import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '#platform/database/testing/temporary-folder.ts';

import type { Evaluation } from '../../domain/evaluation.ts';
import type { Evaluator } from '../../server/agents/agents.ts';
import type { LabelledAnswer } from '../domain/labelled-answer.ts';
import { gradeAnswers } from './grade-answers.ts';
import { openResultsFile } from './results-file.ts';

function answers(count: number): readonly LabelledAnswer[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `answer ${index}`,
    question: 'What is the capital of France?',
    references: [{ text: 'Paris' }],
    answer: `It is Paris, ${index}`,
    label: 'correct' as const,
  }));
}

function expressed(message: string): Evaluation {
  const verdict = {
    id: 'reference-1',
    verdict: 'expressed',
    confidence: 0.9,
    quote: message,
    observation: '',
  } as const;
  return { recalledPointIds: ['reference-1'], confidencePerPoint: {}, feedback: '', verdicts: [verdict] };
}

/** Reads as a model would; `fails` says how often each message fails before it is read. */
function createReader(fails: (message: string) => number) {
  const tries = new Map<string, number>();
  let atOnce = 0;
  let most = 0;
  const evaluator: Evaluator = {
    name: 'A reader',
    isEmbedded: false,
    async evaluateBatch(_, messages) {
      atOnce += 1;
      most = Math.max(most, atOnce);
      const message = messages.at(-1)?.content ?? '';
      const tried = (tries.get(message) ?? 0) + 1;
      tries.set(message, tried);
      await new Promise(setImmediate);
      atOnce -= 1;
      if (tried <= fails(message)) throw new Error(`Could not read “${message}”.`);
      return expressed(message);
    },
  };
  return { evaluator, tries, most: () => most };
}

const run = { results: null, signal: new AbortController().signal, onProgress: () => {} };

test('a model reads four answers at once, and each has its grading in the order of the answers', async () => {
  const { evaluator, most } = createReader(() => 0);
  const progress: number[] = [];
  const graded = await gradeAnswers(answers(9), { ...run, evaluator, onProgress: (done) => progress.push(done) });
  expect(graded).toEqual({
    gradings: Array.from({ length: 9 }, () => ({ prediction: 'correct', credited: true, confidence: 0.9 })),
    resumed: 0,
    failures: [],
  });
  expect(most()).toBe(4);
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('an answer that could not be read is tried once more, then counts as incorrect and is told', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'results.jsonl');
  const { evaluator } = createReader((message) => (message.endsWith('1') ? 1 : message.endsWith('2') ? 2 : 0));
  const results = openResultsFile(file, 'A reader', () => {});
  const graded = await gradeAnswers(answers(4), { ...run, evaluator, results });
  expect(graded.gradings.map(({ prediction }) => prediction)).toEqual(['correct', 'correct', 'incorrect', 'correct']);
  expect(graded.failures).toEqual(['Could not read “It is Paris, 2”.']);
  expect(readFileSync(file, 'utf8')).toContain('"failure":"Could not read “It is Paris, 2”."');
  // The next run tries that one alone.
  const again = createReader(() => 0);
  const next = openResultsFile(file, 'A reader', () => {});
  const finished = await gradeAnswers(answers(4), { ...run, evaluator: again.evaluator, results: next });
  expect(finished.resumed).toBe(3);
  expect(finished.gradings.every(({ prediction }) => prediction === 'correct')).toBe(true);
  expect([...again.tries]).toEqual([['It is Paris, 2', 1]]);
});

test('an evaluator that fails from the start ends the run with its own words', async () => {
  const { evaluator, tries } = createReader(() => Infinity);
  await expect(gradeAnswers(answers(500), { ...run, evaluator })).rejects.toThrow('Could not read');
  expect(tries.size).toBeLessThan(20);
});
