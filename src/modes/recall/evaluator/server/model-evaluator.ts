import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { unreadableAnswer, wholeAnswer } from '#language-model/server/whole-answer.ts';
import type { Problem } from '#session/protocol.ts';

import { parseBatchEvaluationResponse } from '../domain/model/parse.ts';
import { buildBatchEvaluatorPrompt } from '../domain/model/prompt.ts';
import type { Evaluator } from './evaluator.ts';

/** Evaluates with a language model: one request per message, not streamed. */
export function createModelEvaluator(model: RoleModel): Evaluator {
  return {
    name: model.name,
    isEmbedded: false,
    async evaluateBatch(uncheckedPoints, messages, { name, ...call }) {
      const prompt = buildBatchEvaluatorPrompt(uncheckedPoints, messages, name);
      const { text, cutAt } = await wholeAnswer(model, prompt, call);
      const read = parseBatchEvaluationResponse(text, uncheckedPoints, messages.at(-1)?.content);
      if (read) return cutAt === null ? read : { ...read, trouble: cutAtLimit(cutAt) };
      throw cutAt === null
        ? unreadableAnswer('evaluator', model, 'a reading')
        : new ModelFailure('malformed', cutAtLimit(cutAt));
    },
  };
}

/** The part before the cut is valid. */
function cutAtLimit(tokens: number): Problem {
  return {
    message: `The evaluator’s answer was cut at its limit of ${tokens.toLocaleString('en')} tokens.`,
    remedy: 'Say fewer points in one message.',
  };
}
