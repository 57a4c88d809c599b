import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import type { Problem } from '#session/protocol.ts';

import { parseBatchEvaluationResponse, UnreadableEvaluation } from '../../domain/model-evaluator/parse.ts';
import { buildBatchEvaluatorPrompt } from '../../domain/model-evaluator/prompt.ts';
import type { Evaluator } from './agents.ts';

/** Reads with a language model: one request a message, answered whole. */
export function createModelEvaluator(model: RoleModel): Evaluator {
  return {
    name: model.name,
    isEmbedded: false,
    async evaluateBatch(uncheckedPoints, messages, { name, session, signal, withinMs, showWait }) {
      const prompt = buildBatchEvaluatorPrompt(uncheckedPoints, messages, name);
      let answer = '';
      let isCut = false;
      for await (const chunk of model.stream(prompt, {
        session,
        signal,
        ...(withinMs !== undefined && { withinMs }),
      })) {
        if (chunk.type === 'waiting') showWait?.(chunk);
        if (chunk.type === 'text') answer += chunk.text;
        isCut ||= chunk.type === 'stop' && chunk.reason === 'limit';
      }
      signal.throwIfAborted();
      const cut = isCut && cutAtLimit(Math.min(prompt.maxTokens ?? model.maxTokens, model.maxTokens));
      try {
        const read = parseBatchEvaluationResponse(answer, uncheckedPoints, messages.at(-1)?.content);
        return cut ? { ...read, trouble: cut } : read;
      } catch (error) {
        if (!(error instanceof UnreadableEvaluation)) throw error;
        if (cut) throw new ModelFailure('malformed', cut);
        throw new ModelFailure('malformed', {
          message: `The evaluator’s model \`${model.model}\` answered something else than a reading.`,
          remedy: 'Where it happens often, choose another model for it in Settings, under Models.',
        });
      }
    },
  };
}

/** What it had said until then holds. */
function cutAtLimit(tokens: number): Problem {
  return {
    message: `The evaluator’s answer was cut at its limit of ${tokens.toLocaleString('en')} tokens.`,
    remedy: 'Say fewer points in one message.',
  };
}
