import type { Anthropic } from '@anthropic-ai/sdk';

import { isDocument, type PromptMessage, type PromptPart, type PromptText } from '#language-model/domain/prompt.ts';
import type { ModelRequest } from '#language-model/server/language-model.ts';

/**
 * The shortest prompt that a model caches, in tokens; a mark before it is ignored. As of November 2026:
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching.
 */
const MINIMA: readonly (readonly [model: RegExp, tokens: number])[] = [
  [/^claude-(opus|fable|mythos)-5(-|$)/, 512],
  [/^claude-(haiku-4-5|opus-4-[56])(-|$)/, 4_096],
  [/^claude-(opus-4-7|3-5-haiku|3-haiku)(-|$)/, 2_048],
];
const USUAL_MINIMUM = 1_024;

/** For English text. A lower estimate would only keep a mark that has no effect. */
const CHARACTERS_PER_TOKEN = 4;

type Body = Omit<Anthropic.MessageCreateParamsNonStreaming, 'stream'>;

export interface AnthropicRequest {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
}

/** The API's limit of cache marks. */
const MAX_CACHE_MARKS = 4;

/**
 * The only API version that accepts a temperature, and the models that accept one in it: up to Haiku 4.5, Opus 4.6 and
 * Sonnet 4.6. Later models refuse it in any version, and all models refuse it in the SDK's default version.
 */
const VERSION_WITH_TEMPERATURE = '2023-06-01';
const TAKES_TEMPERATURE = /^claude-(haiku-4-5|(opus|sonnet)-4(-[0-6])?)(-\d{8})?$/;

/**
 * Converts a prompt to a request of the Messages API. `isPlain` leaves out every option that a model may refuse.
 * Answers are short and a person waits for them, so models are asked to think little, or not at all if they support
 * that.
 */
export function toAnthropicRequest(request: ModelRequest, isPlain = false): AnthropicRequest {
  const mark = createMarks(request);
  const body: Body = {
    model: request.model,
    max_tokens: request.maxTokens,
    messages: request.messages.flatMap((message) => messageOf(message, mark)),
  };
  const system = textBlocks(request.system, mark);
  if (system.length > 0) body.system = system;
  if (isPlain) return { body, headers: {} };
  Object.assign(body, thinkingOf(request.model));
  if (request.temperature === undefined || !TAKES_TEMPERATURE.test(request.model)) return { body, headers: {} };
  // The SDK's types describe an API version without a temperature.
  Object.assign(body, { temperature: request.temperature });
  return { body, headers: { 'anthropic-version': VERSION_WITH_TEMPERATURE } };
}

/** See https://platform.claude.com/docs/en/build-with-claude/thinking. */
function thinkingOf(model: string): Pick<Body, 'thinking' | 'output_config'> {
  if (!/^claude-[a-z]+-5(-|$)/.test(model)) return {};
  const output_config = { effort: 'low' } as const;
  if (/^claude-sonnet-5-5(-|$)/.test(model)) return { output_config, thinking: { type: 'between_tools' } };
  if (/^claude-(opus|sonnet)-5$/.test(model)) return { output_config, thinking: { type: 'disabled' } };
  return { output_config };
}

type Mark = (part: PromptPart) => boolean;

/**
 * Selects the parts to mark for the cache: of the cacheable parts that end after the model's minimum, the last four,
 * because each mark covers everything before it.
 */
function createMarks({ model, system, messages }: ModelRequest): Mark {
  const minimum = cacheMinimum(model);
  const marked: PromptPart[] = [];
  let length = 0;
  for (const part of [...system, ...messages.flatMap((message) => message.parts)]) {
    length += part.text.length;
    if (part.isCacheable && part.text !== '' && length >= minimum) marked.push(part);
  }
  const last = new Set(marked.slice(-MAX_CACHE_MARKS));
  return (part) => last.has(part);
}

/** Leaves out empty texts, which the API refuses. */
function blocks(parts: readonly PromptPart[], mark: Mark): (Anthropic.TextBlockParam | Anthropic.DocumentBlockParam)[] {
  return parts
    .filter(({ text }) => text !== '')
    .map((part) => {
      const cached = mark(part) && { cache_control: { type: 'ephemeral' as const } };
      if (isDocument(part)) return { ...documentOf(part.title, part.text), ...cached };
      return { type: 'text', text: part.text.toWellFormed(), ...cached };
    });
}

function textBlocks(parts: readonly PromptText[], mark: Mark): Anthropic.TextBlockParam[] {
  return blocks(parts, mark).filter((block) => block.type === 'text');
}

/** The API's limit for titles. */
const MAX_TITLE = 500;

/** See https://platform.claude.com/docs/en/build-with-claude/citations. */
function documentOf(title: string, text: string): Anthropic.DocumentBlockParam {
  return {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: text.toWellFormed() },
    title: title.slice(0, MAX_TITLE).toWellFormed(),
    citations: { enabled: true },
  };
}

function messageOf({ author, parts }: PromptMessage, mark: Mark): Anthropic.MessageParam[] {
  const content = blocks(parts, mark);
  return content.length === 0 ? [] : [{ role: author === 'person' ? 'user' : 'assistant', content }];
}

/** The minimum length in characters for a cache mark to have an effect. */
function cacheMinimum(model: string): number {
  return CHARACTERS_PER_TOKEN * (MINIMA.find(([known]) => known.test(model))?.[1] ?? USUAL_MINIMUM);
}
