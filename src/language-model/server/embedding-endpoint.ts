import type { ProviderAccess } from './language-model.ts';

export interface EmbeddingRequest {
  /** The provider's id of the model. */
  readonly model: string;
  readonly texts: readonly string[];
  /** Required of the vectors; null while it is unknown. */
  readonly dimension: number | null;
}

export interface EmbeddingAnswer {
  /** One per text, in their order, of length 1. */
  readonly vectors: readonly Float32Array[];
  /** As the provider counted them; null if it did not. */
  readonly inputTokens: number | null;
}

/**
 * A provider's embedding models. Rejects with a ModelFailure, also if there are too few vectors or if one is unusable,
 * and with the reason of `signal` if that is aborted.
 */
export interface EmbeddingEndpoint {
  embed(access: ProviderAccess, request: EmbeddingRequest, signal: AbortSignal): Promise<EmbeddingAnswer>;
}
