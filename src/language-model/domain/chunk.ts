export interface Usage {
  /** Read anew: neither from the cache nor written to it. */
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
}

/** Why a reply ended. `limit`: it was cut by its token limit. `refusal`: the model would not answer. */
export type StopReason = 'end' | 'limit' | 'refusal';

/** Words of a document of the request that the text before it rests on. */
export interface Citation {
  readonly type: 'citation';
  readonly documentIndex: number;
  readonly citedText: string;
}

/** What comes of a model while it answers. A stream that ends without `stop` was cut: the adapter throws then. */
export type ModelChunk =
  | { readonly type: 'text'; readonly text: string }
  | Citation
  | { readonly type: 'usage'; readonly usage: Usage }
  /** `maxTokens`: the limit that held, where the model had no room for as many as were allowed. */
  | { readonly type: 'stop'; readonly reason: StopReason; readonly maxTokens?: number };

/** An attempt failed and another follows after a wait: `reason` says what happened, as a sentence for the person. */
export interface WaitingChunk {
  readonly type: 'waiting';
  readonly retryInMs: number;
  readonly reason: string;
}
