import type { ModelChunk } from '../domain/chunk.ts';
import type { Prompt } from '../domain/prompt.ts';

/** A prompt and its model. Each request contains the system prompt, since clients keep no state. */
export interface ModelRequest extends Omit<Prompt, 'maxTokens'> {
  readonly model: string;
  readonly maxTokens: number;
}

/**
 * A provider's models. Throws a ModelFailure if the provider cannot or will not answer, also in the middle of a stream.
 * If `signal` is aborted, it cancels the provider's stream and ends without an error.
 */
export interface LanguageModel {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>;
}

/** The address of a provider and the key to use. */
export interface ProviderAccess {
  readonly baseUrl: string;
  /** Null if none is needed, as for a local server. */
  readonly key: string | null;
  /** Reaches only some addresses. Omitted: every address can be reached. */
  readonly fetch?: typeof fetch;
}

/** A provider, reached through one protocol. */
export interface ModelProvider {
  /** With `isOwn`, the client is not shared; otherwise all calls with the same access share a client. */
  open(access: ProviderAccess, options?: { readonly isOwn?: boolean }): LanguageModel;
  /** The models that it offers to this key. Throws a ModelFailure. */
  list(access: ProviderAccess, signal: AbortSignal): Promise<readonly { id: string; name: string }[]>;
}
