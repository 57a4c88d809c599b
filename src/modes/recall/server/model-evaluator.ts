import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';

import { parseBatchEvaluationResponse, UnreadableEvaluation } from '../domain/model-evaluator/parse.ts';
import { buildBatchEvaluatorPrompt } from '../domain/model-evaluator/prompt.ts';
import type { Evaluator } from './agents.ts';

/** Reads with a language model: one request a message, answered whole. */
export function createModelEvaluator(model: RoleModel): Evaluator {
  return {
    name: model.name,
    isEmbedded: false,
    async evaluateBatch(uncheckedPoints, messages, { name, session, signal }) {
      const prompt = buildBatchEvaluatorPrompt(uncheckedPoints, messages, name);
      let answer = '';
      for await (const chunk of model.stream(prompt, { session, signal }))
        if (chunk.type === 'text') answer += chunk.text;
      signal.throwIfAborted();
      try {
        return parseBatchEvaluationResponse(answer, uncheckedPoints, messages.at(-1)?.content);
      } catch (error) {
        if (!(error instanceof UnreadableEvaluation)) throw error;
        throw new ModelFailure('malformed', {
          message: `The evaluator’s model \`${model.model}\` answered something else than a reading.`,
          remedy: 'Where it happens often, choose another model for it in Settings, under Models.',
        });
      }
    },
  };
}
