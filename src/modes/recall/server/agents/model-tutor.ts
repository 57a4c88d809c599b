import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { AppError } from '#wire/error-kind.ts';

import { buildTutorPrompt } from '../../domain/model-tutor/prompt.ts';
import type { Tutor } from './agents.ts';

/** Asks with a language model, streamed. */
export function createModelTutor(model: RoleModel): Tutor {
  return {
    name: model.name,
    isEmbedded: false,
    async *reply(request, { session, signal, showWait }) {
      let hasWords = request.begun !== null && request.begun.words !== '';
      for await (const chunk of model.stream(buildTutorPrompt(request), { session, signal })) {
        if (chunk.type === 'waiting') showWait?.(chunk);
        if (chunk.type === 'text') {
          // White space before the first words is none of the reply.
          const text = hasWords ? chunk.text : chunk.text.trimStart();
          hasWords ||= text !== '';
          if (text !== '') yield text;
        }
        if (chunk.type === 'stop' && chunk.reason === 'limit') throw cutAtLimit(model.maxTokens);
      }
      if (!hasWords && !signal.aborted) throw nothingSaid(model.model);
    },
  };
}

function cutAtLimit(tokens: number): AppError {
  return new AppError('reply-cut', `This reply was cut at its limit of ${tokens.toLocaleString('en')} tokens.`, {
    remedy: 'Continue, or raise the limit in Settings.',
  });
}

function nothingSaid(model: string): ModelFailure {
  return new ModelFailure('malformed', {
    message: `The tutor’s model \`${model}\` answered without a word.`,
    remedy: 'Try again. Where it happens often, choose another model in Settings, under Models.',
  });
}
