import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

import { evaluateBatchLexically } from '../domain/embedded/evaluate-batch.ts';
import type { EvaluationQuestion } from './evaluating-messages.ts';

/** A worker thread that reads long messages, so that nobody else waits for them. */
answerQuestions(({ points, messages, askedIds }: EvaluationQuestion) =>
  evaluateBatchLexically(points, messages, askedIds),
);
