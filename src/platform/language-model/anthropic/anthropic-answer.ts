import type { Anthropic } from '@anthropic-ai/sdk';

import type { ModelChunk, StopReason, Usage } from '#language-model/domain/chunk.ts';
import { tokenCount } from '#language-model/domain/estimate-tokens.ts';

import { failureOf } from '../provider-failure.ts';

/** The SDK does not check what it parses: any field may be missing or have another type. */
type Loose<Thing> = { readonly [Name in keyof Thing]?: Thing[Name] | null };
type LooseBlock = Loose<{ type: string; text: unknown; citations: unknown }> | null;
type LooseEvent = Loose<{
  type: string;
  message: Loose<{ usage: LooseCounts }>;
  usage: LooseCounts;
  delta: Loose<{ type: string; text: unknown; citation: unknown; stop_reason: unknown }>;
}> | null;
type LooseCounts = Loose<
  Record<'input_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens' | 'output_tokens', unknown>
>;

/** An answer that is not streamed. */
export function* chunksOfMessage(answer: unknown): Generator<ModelChunk> {
  const message = answer as Loose<Record<'content' | 'usage' | 'stop_reason', unknown>> | null;
  if (typeof message !== 'object' || !Array.isArray(message?.content)) throw failureOf('malformed');
  const blocks = message.content as LooseBlock[];
  if (blocks.some((block) => typeof block !== 'object' || block === null)) throw failureOf('malformed');
  if (message.usage) yield { type: 'usage', usage: usageOf(message.usage) };
  for (const block of blocks)
    if (block?.type === 'text') {
      if (typeof block.text === 'string' && block.text !== '') yield { type: 'text', text: block.text };
      if (Array.isArray(block.citations)) for (const citation of block.citations) yield* citationOf(citation);
    }
  yield { type: 'stop', reason: stopOf(message.stop_reason) };
}

/** A streamed answer, event by event. */
export async function* chunksOfEvents(events: AsyncIterable<unknown>): AsyncGenerator<ModelChunk> {
  let usage: Usage = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
  let reason: unknown = null;
  // Citations can arrive before the text that they belong to. They are emitted after the text of their block.
  let citations: ModelChunk[] = [];
  for await (const given of events) {
    const event = given as LooseEvent;
    if (typeof event !== 'object' || event === null) throw failureOf('malformed');
    if (event.type === 'message_start') yield { type: 'usage', usage: (usage = usageOf(event.message?.usage, usage)) };
    else if (event.type === 'content_block_delta') {
      const { delta } = event;
      if (delta?.type === 'text_delta' && typeof delta.text === 'string' && delta.text !== '')
        yield { type: 'text', text: delta.text };
      if (delta?.type === 'citations_delta') citations.push(...citationOf(delta.citation));
    } else if (event.type === 'content_block_stop') {
      yield* citations;
      citations = [];
    } else if (event.type === 'message_delta') {
      reason = event.delta?.stop_reason ?? reason;
      yield { type: 'usage', usage: (usage = usageOf(event.usage, usage)) };
    } else if (event.type === 'message_stop') yield { type: 'stop', reason: stopOf(reason) };
  }
}

/** The counts of an event. A missing count keeps its earlier value. */
function usageOf(given: unknown, before?: Usage): Usage {
  const counts = (typeof given === 'object' ? given : null) as LooseCounts | null;
  const count = (value: unknown, last = 0) => (value === undefined || value === null ? last : tokenCount(value));
  return {
    inputTokens: count(counts?.input_tokens, before?.inputTokens),
    cacheReadTokens: count(counts?.cache_read_input_tokens, before?.cacheReadTokens),
    cacheWriteTokens: count(counts?.cache_creation_input_tokens, before?.cacheWriteTokens),
    outputTokens: count(counts?.output_tokens, before?.outputTokens),
  };
}

/** Plain-text documents are cited by character: https://platform.claude.com/docs/en/build-with-claude/citations */
function* citationOf(given: unknown): Generator<ModelChunk> {
  const { cited_text, document_index, start_char_index, end_char_index } = (given ?? {}) as Loose<
    Record<'cited_text' | 'document_index' | 'start_char_index' | 'end_char_index', unknown>
  >;
  if (typeof document_index !== 'number' || typeof cited_text !== 'string') return;
  const isPlaced = isOffset(start_char_index) && isOffset(end_char_index);
  const place = isPlaced && { place: { start: start_char_index, end: end_char_index } };
  yield { type: 'citation', documentIndex: document_index, citedText: cited_text, ...place };
}

function isOffset(given: unknown): given is number {
  return Number.isSafeInteger(given) && (given as number) >= 0;
}

function stopOf(given: unknown): StopReason {
  const reason = given as Anthropic.StopReason | null | undefined;
  if (reason === 'refusal') return 'refusal';
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'limit' : 'end';
}
