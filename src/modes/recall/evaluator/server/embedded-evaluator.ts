import { evaluateBatchLexically } from '../domain/embedded/evaluate-batch.ts';
import type { Evaluator } from './evaluator.ts';

/** Evaluates with the lexical grader: no key, no network. */
export const embeddedEvaluator: Evaluator = {
  name: 'Embedded evaluator',
  isEmbedded: true,
  evaluateBatch: (uncheckedPoints, messages, { askedIds }) =>
    Promise.resolve(evaluateBatchLexically(uncheckedPoints, messages, askedIds)),
};
