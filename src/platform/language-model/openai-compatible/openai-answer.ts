import type { ModelChunk, StopReason, Usage } from '#language-model/domain/chunk.ts';
import { countOf } from '#language-model/domain/count.ts';

import { failureOf, replyFailure } from '../provider-failure.ts';
import { errorOf } from './error-words.ts';
import { createThinkingFilter, type Thinks } from './without-thinking.ts';

/** What of an answer is read, none of it certain: servers differ, and what they add is left alone. */
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
  /** What the model thinks, where the server keeps it apart: either name is in use. */
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
}

interface Counts {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null;
}

/** Parses JSON that a server sent, or throws that it cannot be read, or that it was cut. */
export function parseBody(text: string, otherwise: 'malformed' | 'cut' = 'malformed'): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw failureOf(otherwise);
  }
}

/** Reads one answer, chunk by chunk or whole. */
export interface AnswerReader {
  read(body: unknown): Generator<ModelChunk>;
  /** Whether the model has said why it ended; what may still come is what it used. */
  hasFinished(): boolean;
  /** What comes at the end. Throws that the answer was cut where it has none, and where there was none at all. */
  finish(isDone: boolean): Generator<ModelChunk>;
  /** Whether the model thinks among its words, as this answer shows it. */
  thinks(): Thinks;
}

export function createAnswerReader(key: string | null, known: Thinks): AnswerReader {
  const thinking = createThinkingFilter(known);
  let finish: string | null = null;
  let isRefused = false;
  let hasChoice = false;

  function* show(text: string): Generator<ModelChunk> {
    if (thinking.wasShown()) throw failureOf('malformed');
    if (text !== '') yield { type: 'text', text };
  }

  return {
    *read(given) {
      if (typeof given !== 'object' || given === null) throw failureOf('malformed');
      const error = errorOf(given);
      if (error) throw replyFailure({ status: statusOf(error), ...error }, key);
      const { choices, usage } = given as Body;
      const choice = firstChoice(choices);
      if (choice) {
        hasChoice = true;
        const words = choice.delta ?? choice.message;
        if (words?.refusal) isRefused = true;
        if (words?.reasoning_content || words?.reasoning) thinking.keepApart();
        yield* show(thinking.pass(textOf(words?.content)));
        if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') {
          finish = choice.finish_reason;
          yield* show(thinking.rest(stopOf(finish) === 'limit'));
        }
      }
      if (typeof usage === 'object' && usage !== null) yield { type: 'usage', usage: usageOf(usage) };
    },
    hasFinished: () => finish !== null,
    *finish(isDone) {
      if (finish === null && !isDone) throw failureOf('cut');
      if (!hasChoice) throw failureOf('malformed');
      const reason = isRefused ? 'refusal' : stopOf(finish);
      yield* show(thinking.rest(reason === 'limit'));
      yield { type: 'stop', reason };
    },
    thinks() {
      const found = thinking.thinks();
      return found === undefined ? known : found || known === 'yes' ? 'yes' : 'no';
    },
  };
}

/** Undefined where there is none, as in a chunk that tells what was used. */
function firstChoice(choices: unknown): Choice | undefined {
  if (!Array.isArray(choices)) return undefined;
  const [first] = choices as unknown[];
  if (first !== undefined && (typeof first !== 'object' || first === null)) throw failureOf('malformed');
  return first as Choice | undefined;
}

/** A string, or a list of parts, of which those that are thought are left out. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as ({ type?: unknown; text?: unknown } | null)[])
    .map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** An error inside an answer of status 200 has no status of its own: its name is all there is. */
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
  const cached = countOf(usage.prompt_tokens_details?.cached_tokens);
  return {
    inputTokens: Math.max(0, countOf(usage.prompt_tokens) - cached),
    cacheReadTokens: cached,
    cacheWriteTokens: 0,
    outputTokens: countOf(usage.completion_tokens),
  };
}
