import { AppError } from '#wire/error-kind.ts';

import type { Citation, Usage, WaitingChunk } from '../domain/chunk.ts';
import type { Prompt } from '../domain/prompt.ts';
import { roleInWords } from '../domain/role-in-words.ts';
import type { RoleId } from '../protocol.ts';
import { answersInstead } from './calls/instead-words.ts';
import { ModelFailure } from './model-failure.ts';
import type { RoleCall, RoleModel } from './role-models.ts';

export interface ReplyCall extends RoleCall {
  readonly role: RoleId;
  readonly isContinuation: boolean;
  readonly showWait?: ((wait: WaitingChunk) => void) | undefined;
  /** Called with each count of the provider; the last one covers the whole call. */
  readonly onUsage?: (usage: Usage) => void;
}

/**
 * Streams a reply: its text, and citations after the text that they belong to. Throws an AppError of kind `reply-cut`
 * at the token limit, so that the reply can be continued, and a ModelFailure if there is no text.
 */
export async function* streamCitedReply(
  model: RoleModel,
  prompt: Prompt,
  call: ReplyCall,
): AsyncGenerator<string | Citation> {
  let hasWords = call.isContinuation;
  for await (const chunk of model.stream(prompt, call)) {
    if (chunk.type === 'waiting') call.showWait?.(chunk);
    if (chunk.type === 'usage') call.onUsage?.(chunk.usage);
    if (chunk.type === 'citation') yield chunk;
    if (chunk.type === 'text') {
      // White space before the first word is not part of the reply.
      const text = hasWords ? chunk.text : chunk.text.trimStart();
      hasWords ||= text !== '';
      if (text !== '') yield text;
    }
    if (chunk.type === 'stop' && chunk.reason === 'limit')
      throw chunk.maxTokens === undefined ? cutAtLimit(model.maxTokens) : cutForRoom(chunk.maxTokens);
  }
  if (!hasWords && !call.signal.aborted) throw nothingSaid(call.role, model.model);
}

/** The same without citations. */
export async function* streamReply(model: RoleModel, prompt: Prompt, call: ReplyCall): AsyncGenerator<string> {
  for await (const piece of streamCitedReply(model, prompt, call)) if (typeof piece === 'string') yield piece;
}

function cutAtLimit(tokens: number): AppError {
  return new AppError('reply-cut', `This reply was cut at its limit of ${tokens.toLocaleString('en')} tokens.`, {
    remedy: 'Continue, or raise the limit in Settings.',
  });
}

function cutForRoom(tokens: number): AppError {
  return new AppError(
    'reply-cut',
    `This reply was cut after ${tokens.toLocaleString('en')} tokens: the model had no room for more.`,
    { remedy: 'Continue, or choose a model with a larger context in Settings, under Models.' },
  );
}

function nothingSaid(role: RoleId, model: string): ModelFailure {
  const message = `The ${roleInWords(role)}’s model \`${model}\` gave an empty answer.`;
  return new ModelFailure('malformed', {
    message,
    remedy: 'Try again. If it happens often, choose another model in Settings, under Models.',
    instead: answersInstead(message),
  });
}
