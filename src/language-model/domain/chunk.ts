export interface Usage {
  /** Input tokens that were neither read from the cache nor written to it. */
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
}

/** Why a reply ended. `limit`: it was cut by its token limit. `refusal`: the model would not answer. */
export type StopReason = 'end' | 'limit' | 'refusal';

/** The passage of a document in the request that supports the text before it. */
export interface Citation {
  readonly type: 'citation';
  readonly documentIndex: number;
  readonly citedText: string;
  /** Its position in the document, if the provider reports it: in UTF-16 offsets or in code points. */
  readonly place?: { readonly start: number; readonly end: number };
}

/** A part of a model's answer. If the stream ends without `stop`, the adapter throws. */
export type ModelChunk =
  | { readonly type: 'text'; readonly text: string }
  | Citation
  | { readonly type: 'usage'; readonly usage: Usage }
  /** `maxTokens`: the limit that applied, if the model had room for fewer tokens than the role allows. */
  | { readonly type: 'stop'; readonly reason: StopReason; readonly maxTokens?: number };

/** An attempt failed and another follows after a wait. `reason`: the cause, as a sentence for the person. */
export interface WaitingChunk {
  readonly type: 'waiting';
  readonly retryInMs: number;
  readonly reason: string;
}
