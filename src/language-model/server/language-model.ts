import type { ModelChunk } from '../domain/chunk.ts';
import type { Prompt } from '../domain/prompt.ts';

/** A prompt with the model that is to answer it. The system prompt travels with each: no client holds one. */
export interface ModelRequest extends Omit<Prompt, 'maxTokens'> {
  readonly model: string;
  readonly maxTokens: number;
}

/**
 * A provider's models. Throws a ModelFailure when the provider cannot or will not answer, also in the middle of a
 * stream. Ends without a word when `signal` is aborted; the provider's own stream is cancelled then.
 */
export interface LanguageModel {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>;
}

/** Where a provider is reached, and with whose key. */
export interface ProviderAccess {
  readonly baseUrl: string;
  /** Null where none is needed, as with a server of one's own. */
  readonly key: string | null;
}

/** A provider, reached through one protocol. */
export interface ModelProvider {
  /** With `isOwn` through a client that nothing else is asked through; else those of one access share theirs. */
  open(access: ProviderAccess, options?: { readonly isOwn?: boolean }): LanguageModel;
  /** The models it offers to this key. Throws a ModelFailure. */
  list(access: ProviderAccess, signal: AbortSignal): Promise<readonly { id: string; name: string }[]>;
}
