import type { ModelChunk, StopReason, Usage } from '../../domain/chunk.ts';
import { sentTexts } from '../../domain/prompt.ts';
import type { ModelRequest } from '../language-model.ts';
import type { CallRecord } from '../usage/usage-log.ts';

/** An estimate for English. If the provider counts tokens, its count is used. */
const CHARACTERS_PER_TOKEN = 4;

/** The average over a whole answer is never higher. */
const MAX_CHARACTERS_PER_TOKEN = 16;

/** Counts the usage of a call while it runs. */
export interface UsageCounter {
  see(chunk: ModelChunk): void;
  /** Whether anything arrived that the person may have seen. */
  hasBegun(): boolean;
  stop(): StopReason | undefined;
  /** The server sent more than the limit allows. */
  isOverLimit(): boolean;
  /** The usage of a call with this outcome, as the provider counted it, or estimated if no count arrived. */
  usage(outcome: CallRecord['outcome']): Usage;
}

/** Outcomes of calls that are billed although they did not end normally. */
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
      // The final count arrives at the end. If the stream broke off, only the first count is known, which is 1.
      if (counted) return stop ? counted : { ...counted, outputTokens: Math.max(counted.outputTokens, estimated) };
      const isBilled = hasBegun || BROKEN_OFF.includes(outcome);
      return isBilled ? { ...nothing, inputTokens: lengthOf(request), outputTokens: estimated } : nothing;
    },
  };
}

function lengthOf(request: ModelRequest): number {
  return Math.ceil(sentTexts(request).reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN);
}
