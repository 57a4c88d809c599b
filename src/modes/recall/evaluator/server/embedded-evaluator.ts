import { BUILT_IN } from '#kernel/built-in.ts';
import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

import { evaluateBatchLexically } from '../domain/embedded/evaluate-batch.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { EvaluationQuestion } from './evaluating-messages.ts';
import type { Evaluator } from './evaluator.ts';

const WORKER = programBeside(import.meta, 'evaluating-worker');

/** Maximum product of points and characters that is read on the event loop: a page against a hundred points. */
const MAX_WORK_ON_LOOP = 300_000;
/** Minimum length for this estimate, because the points themselves must be read too. */
const LEAST_LENGTH = 1_000;

/** Compares words: no key, no network. Long evaluations run in the thread. */
export function createEmbeddedEvaluator(thread: { ask(question: EvaluationQuestion): Promise<Evaluation> }): Evaluator {
  return {
    name: BUILT_IN,
    isEmbedded: true,
    evaluateBatch(points, spoken, { name, askedIds = [] }) {
      // Nobody asks for a point in a rabbit hole, so earlier messages there give none of its words.
      const messages = name === 'rabbithole' ? spoken.slice(-1) : spoken;
      const length = messages.at(-1)?.content.length ?? 0;
      return points.length * Math.max(LEAST_LENGTH, length) > MAX_WORK_ON_LOOP
        ? thread.ask({ points, messages, askedIds })
        : Promise.resolve(evaluateBatchLexically(points, messages, askedIds));
    },
  };
}

export const embeddedEvaluator = createEmbeddedEvaluator(new AnsweringThread(WORKER, { name: 'evaluator' }));
