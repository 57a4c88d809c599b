import type { ModelChunk, StopReason, Usage } from '#language-model/domain/chunk.ts';
import { tokenCount } from '#language-model/domain/estimate-tokens.ts';

import { failureOf, replyFailure } from '../provider-failure.ts';
import { createThinkingFilter } from '../thinking-filter.ts';
import { errorOf } from './error-body.ts';

/** The fields of an answer that this reader uses. Each may be missing or have another type, because servers differ. */
interface Body {
  readonly choices?: unknown;
  readonly usage?: unknown;
}

interface Choice {
  readonly delta?: Words | null;
  readonly message?: Words | null;
  readonly finish_reason?: unknown;
}

interface Words {
  readonly content?: unknown;
  readonly refusal?: unknown;
}

interface Counts {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null;
}

/** Reads one answer, streamed or whole. */
export function createAnswerReader(
  key: string | null,
  thinking: { readonly isExpected: boolean; readonly isWhole: boolean },
) {
  const filter = createThinkingFilter(thinking);
  let finish: string | null = null;
  let isRefused = false;
  let hasChoice = false;

  function* show(text: string): Generator<ModelChunk> {
    if (filter.wasShown()) throw failureOf('malformed');
    if (text !== '') yield { type: 'text', text };
  }

  return {
    *read(given: unknown): Generator<ModelChunk> {
      if (typeof given !== 'object' || given === null) throw failureOf('malformed');
      const error = errorOf(given);
      if (error) throw replyFailure({ status: statusOf(error), ...error }, key);
      const { choices, usage } = given as Body;
      const choice = firstChoice(choices);
      if (choice) {
        hasChoice = true;
        const words = choice.delta ?? choice.message;
        if (words?.refusal) isRefused = true;
        yield* show(filter.pass(textInContent(words?.content)));
        if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') {
          finish = choice.finish_reason;
          yield* show(filter.rest(stopOf(finish) === 'limit'));
        }
      }
      if (typeof usage === 'object' && usage !== null) yield { type: 'usage', usage: usageOf(usage) };
    },
    /** Whether a finish reason has arrived. Only usage may follow it. */
    hasFinished: () => finish !== null,
    /**
     * Returns the last chunks. Throws if the answer has no end, or if nothing was an answer. `isDone`: `[DONE]`
     * arrived.
     */
    *finish(isDone: boolean): Generator<ModelChunk> {
      if (finish === null && !isDone) throw failureOf('cut');
      if (!hasChoice) throw failureOf('malformed');
      const reason = isRefused ? 'refusal' : stopOf(finish);
      yield* show(filter.rest(reason === 'limit'));
      yield { type: 'stop', reason };
    },
    omitsOpening: () => filter.omitsOpening(),
  };
}

export type AnswerReader = ReturnType<typeof createAnswerReader>;

/** Undefined if there is none, as in a chunk that contains only usage. */
function firstChoice(choices: unknown): Choice | undefined {
  if (!Array.isArray(choices)) return undefined;
  const [first] = choices as unknown[];
  if (first !== undefined && (typeof first !== 'object' || first === null)) throw failureOf('malformed');
  return first as Choice | undefined;
}

/** The content is a string or a list of parts. Parts that are not text, such as thinking, are left out. */
function textInContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as ({ type?: unknown; text?: unknown } | null)[])
    .map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** An error inside an answer of status 200 has no status of its own, so its code decides. */
function statusOf({ code = '' }: { code?: string }): number {
  if (/rate_limit/.test(code)) return 429;
  if (/invalid_api_key|authentication/.test(code)) return 401;
  if (/permission/.test(code)) return 403;
  if (/invalid_request|not_found|content_filter|context_length/.test(code)) return 400;
  return 500;
}

function stopOf(finish: string | null): StopReason {
  if (finish === 'content_filter') return 'refusal';
  return finish === 'length' || finish === 'max_tokens' ? 'limit' : 'end';
}

function usageOf(usage: Counts): Usage {
  const cached = tokenCount(usage.prompt_tokens_details?.cached_tokens);
  return {
    inputTokens: Math.max(0, tokenCount(usage.prompt_tokens) - cached),
    cacheReadTokens: cached,
    cacheWriteTokens: 0,
    outputTokens: tokenCount(usage.completion_tokens),
  };
}
