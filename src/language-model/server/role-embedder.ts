import { defaultBaseUrls, destinationOf } from '../domain/base-url.ts';
import { embeddingFacts, type EmbeddingFacts } from '../domain/embedding-facts.ts';
import { modelName } from '../domain/known-models.ts';
import { callEmbedder, type EmbeddedTexts, type EmbeddingDependencies } from './calls/embedding-call.ts';
import type { Caller } from './calls/role-call.ts';
import type { RoleAssignment } from './keys/role-assignment.ts';
import type { ProviderAccess } from './language-model.ts';

/** A provider's embedding model as one person calls it, with their key and limits. */
export interface RoleEmbedder {
  /** The name on the page. */
  readonly name: string;
  /** The provider's id of the model. */
  readonly model: string;
  /** `openai`, or the host and port of a custom address. Models with one name can differ between endpoints. */
  readonly endpoint: string;
  /** The destination of texts, as shown on the page. */
  readonly destination: string;
  /** Null if the model is unknown and nothing was learned about it yet. */
  readonly facts: EmbeddingFacts | null;
  /** Throws a ModelFailure that says what to do, or the reason of `signal`. */
  embed(texts: readonly string[], call: RoleEmbedderCall): Promise<EmbeddedTexts>;
}

interface RoleEmbedderCall {
  readonly signal: AbortSignal;
  /** No attempt begins after this time, in milliseconds from the first. Undefined for no limit. */
  readonly withinMs?: number | undefined;
}

interface Assigned {
  readonly person: string;
  readonly assignment: RoleAssignment;
  readonly limitsOf: Caller['limitsOf'];
}

/** The embedder of an assignment; null if the embedded one has it. */
export function roleEmbedder(
  deps: EmbeddingDependencies,
  { person, assignment, limitsOf }: Assigned,
): RoleEmbedder | null {
  const { choice, connection } = assignment;
  if (connection === null) return null;
  const { provider, baseUrl } = connection;
  const destination = destinationOf(provider, baseUrl);
  const facts = embeddingFacts(choice.model, choice.embedding) ?? null;
  return {
    name: modelName(provider, choice.model),
    model: choice.model,
    endpoint: baseUrl === defaultBaseUrls[provider] ? provider : destination,
    destination,
    facts,
    embed: (texts, call) =>
      callEmbedder(
        deps,
        { person, assignment: { ...assignment, connection }, limitsOf },
        { texts, dimension: facts?.dimension ?? null, ...call },
      ),
  };
}

export interface EmbeddingRequest {
  readonly model: string;
  readonly texts: readonly string[];
  /** The required dimension of the vectors; null while it is unknown. */
  readonly dimension: number | null;
}

export interface EmbeddingAnswer {
  /** One per text, in order, of length 1. */
  readonly vectors: readonly Float32Array[];
  /** The provider's count; null if it reports none. */
  readonly inputTokens: number | null;
}

/**
 * A provider's embedding models. Rejects with a ModelFailure, also if there are too few vectors or if one is unusable,
 * and with the reason of `signal` if that is aborted.
 */
export interface EmbeddingEndpoint {
  embed(access: ProviderAccess, request: EmbeddingRequest, signal: AbortSignal): Promise<EmbeddingAnswer>;
}
