import type { ModelChunk, StopReason, Usage } from '../../domain/chunk.ts';
import { sentTexts } from '../../domain/prompt.ts';
import type { ModelRequest } from '../language-model.ts';
import type { CallRecord } from '../usage/usage-log.ts';

/** About what a token is in English; where a provider counts, its count holds. */
const CHARACTERS_PER_TOKEN = 4;

/** No token is longer, on the average of a whole answer. */
const MAX_CHARACTERS_PER_TOKEN = 16;

/** Counts what a call used while it goes on. */
export interface UsageCounter {
  see(chunk: ModelChunk): void;
  /** Whether anything came that the person may have seen. */
  hasBegun(): boolean;
  stop(): StopReason | undefined;
  /** More came than the limit allows: the server does not keep to it. */
  isOverLimit(): boolean;
  /** What the call used, when it has ended so: as the provider counted, or estimated where it had not come to that. */
  usage(outcome: CallRecord['outcome']): Usage;
}

/** Outcomes of calls that the provider had begun to answer, and that are billed all the same. */
const BROKEN_OFF: readonly CallRecord['outcome'][] = ['stopped', 'cut', 'stalled'];

export function createUsageCounter(request: ModelRequest): UsageCounter {
  let counted: Usage | undefined;
  let characters = 0;
  let stop: StopReason | undefined;
  let hasBegun = false;
  return {
    see(chunk) {
      if (chunk.type === 'usage') counted = chunk.usage;
      else hasBegun = true;
      if (chunk.type === 'text') characters += chunk.text.length;
      if (chunk.type === 'stop') stop = chunk.reason;
    },
    hasBegun: () => hasBegun,
    stop: () => stop,
    isOverLimit: () => characters > request.maxTokens * MAX_CHARACTERS_PER_TOKEN,
    usage(outcome) {
      const estimated = Math.ceil(characters / CHARACTERS_PER_TOKEN);
      const nothing = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
      // The final count comes at the end: of a stream that was broken off there is the first one, which is 1.
      if (counted) return stop ? counted : { ...counted, outputTokens: Math.max(counted.outputTokens, estimated) };
      const isBilled = hasBegun || BROKEN_OFF.includes(outcome);
      return isBilled ? { ...nothing, inputTokens: lengthOf(request), outputTokens: estimated } : nothing;
    },
  };
}

function lengthOf(request: ModelRequest): number {
  return Math.ceil(sentTexts(request).reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN);
}
