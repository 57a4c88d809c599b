import type { Usage, WaitingChunk } from '../domain/chunk.ts';
import type { Prompt } from '../domain/prompt.ts';
import { roleInWords } from '../domain/role-in-words.ts';
import type { RoleId } from '../protocol.ts';
import { ModelFailure } from './model-failure.ts';
import type { RoleCall, RoleModel } from './role-models.ts';

interface WholeCall extends RoleCall {
  readonly showWait?: ((wait: WaitingChunk) => void) | undefined;
  /** Called with each count of the provider; the last one covers the whole call. */
  readonly onUsage?: (usage: Usage) => void;
}

export interface WholeAnswer {
  readonly text: string;
  /** The limit in tokens at which it was cut, or null. */
  readonly cutAt: number | null;
}

/** Collects a whole answer. Throws the signal's reason if it is aborted. */
export async function wholeAnswer(model: RoleModel, prompt: Prompt, call: WholeCall): Promise<WholeAnswer> {
  let text = '';
  const allowed = Math.min(prompt.maxTokens ?? model.maxTokens, model.maxTokens);
  let cutAt: number | null = null;
  for await (const chunk of model.stream(prompt, call)) {
    if (chunk.type === 'waiting') call.showWait?.(chunk);
    if (chunk.type === 'usage') call.onUsage?.(chunk.usage);
    if (chunk.type === 'text') text += chunk.text;
    if (chunk.type === 'stop' && chunk.reason === 'limit') cutAt = chunk.maxTokens ?? allowed;
  }
  call.signal.throwIfAborted();
  return { text, cutAt };
}

/** A failure for an answer without the requested content; `wanted` names that content. */
export function unreadableAnswer(role: RoleId, { model }: RoleModel, wanted: string): ModelFailure {
  return new ModelFailure('malformed', {
    message: `The ${roleInWords(role)}’s model \`${model}\` did not answer with ${wanted}.`,
    remedy: 'If it happens often, choose another model for it in Settings, under Models.',
  });
}
