/** Identifies vectors: only vectors of the same model are ever compared. */
export interface EmbeddingModel {
  /** Identity of the vectors: provider, model, dimension and version in one string. */
  readonly key: string;
  /** Name on the page. */
  readonly name: string;
  readonly dimension: number;
  /** The languages the model was trained on, ISO 639-1; null for any. Texts in other languages get no vector. */
  readonly languages: readonly string[] | null;
  /** The least cosine at which a passage counts as found by meaning. Specific to the model. */
  readonly threshold: number;
  /** Share of the cosine in the fused score, 0 to 1; the rest is the share of search by words. */
  readonly weight: number;
}

/** Turns texts into vectors of length 1. */
export interface Embedder {
  readonly model: EmbeddingModel;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /**
   * It substitutes for the model that the person has chosen, which cannot be called now: no key, a rejected one, or
   * offline.
   */
  readonly isStandIn: boolean;
  /** Maximum number of texts per call. */
  readonly batchSize: number;
  /**
   * Returns one vector per text, in their order. Rejects with a ModelFailure, or with the reason of `signal`. Retries
   * transient failures; a vector of another dimension is a failure.
   */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal: AbortSignal): Promise<readonly Float32Array[]>;
}

/** The embedders that people have chosen, by the role `embedder`. */
export interface Embedders {
  /** The person's current embedder. Cheap: nothing is loaded before the first `embed`. */
  of(person: string): Promise<Embedder>;
  /** The embedder with this `model.key`, to search vectors of an earlier model; null if it can no longer be called. */
  ofModel(person: string, key: string): Promise<Embedder | null>;
  /** Calls `listener` with each person whose model settings have changed. */
  onChange(listener: (person: string) => void): void;
  close(): Promise<void>;
}
