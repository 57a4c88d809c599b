import { AppError } from '#wire/error-kind.ts';

import type { WaitingChunk } from '../domain/chunk.ts';
import type { Prompt } from '../domain/prompt.ts';
import { roleInWords } from '../domain/role-in-words.ts';
import type { RoleId } from '../protocol.ts';
import { ModelFailure } from './model-failure.ts';
import type { RoleCall, RoleModel } from './role-models.ts';

export interface ReplyCall extends RoleCall {
  readonly role: RoleId;
  /** The reply has begun already, and this goes on with it. */
  readonly isContinuation: boolean;
  readonly showWait?: ((wait: WaitingChunk) => void) | undefined;
}

/**
 * The words of a reply, as they come. Throws where it is cut at its limit, so that it can be gone on with, and where it
 * ends without a word.
 */
export async function* streamReply(model: RoleModel, prompt: Prompt, call: ReplyCall): AsyncGenerator<string> {
  let hasWords = call.isContinuation;
  for await (const chunk of model.stream(prompt, call)) {
    if (chunk.type === 'waiting') call.showWait?.(chunk);
    if (chunk.type === 'text') {
      // White space before the first words is none of the reply.
      const text = hasWords ? chunk.text : chunk.text.trimStart();
      hasWords ||= text !== '';
      if (text !== '') yield text;
    }
    if (chunk.type === 'stop' && chunk.reason === 'limit')
      throw chunk.maxTokens === undefined ? cutAtLimit(model.maxTokens) : cutForRoom(chunk.maxTokens);
  }
  if (!hasWords && !call.signal.aborted) throw nothingSaid(call.role, model.model);
}

function cutAtLimit(tokens: number): AppError {
  return new AppError('reply-cut', `This reply was cut at its limit of ${tokens.toLocaleString('en')} tokens.`, {
    remedy: 'Continue, or raise the limit in Settings.',
  });
}

function cutForRoom(tokens: number): AppError {
  return new AppError(
    'reply-cut',
    `This reply was cut after ${tokens.toLocaleString('en')} tokens: there was no room in the model for more.`,
    { remedy: 'Continue, or choose a model that holds more in Settings, under Models.' },
  );
}

function nothingSaid(role: RoleId, model: string): ModelFailure {
  return new ModelFailure('malformed', {
    message: `The ${roleInWords(role)}’s model \`${model}\` answered without a word.`,
    remedy: 'Try again. Where it happens often, choose another model in Settings, under Models.',
  });
}
