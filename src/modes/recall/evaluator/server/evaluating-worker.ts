import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

import { evaluateBatchLexically } from '../domain/embedded/evaluate-batch.ts';
import type { EvaluationQuestion } from './evaluating-messages.ts';

/** A worker thread that evaluates long messages, so that they do not block the event loop. */
answerQuestions(({ points, messages, askedIds }: EvaluationQuestion) =>
  evaluateBatchLexically(points, messages, askedIds),
);
