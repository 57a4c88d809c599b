import type { Anthropic } from '@anthropic-ai/sdk';

import type { PromptMessage, PromptText } from '#language-model/domain/prompt.ts';
import type { ModelRequest } from '#language-model/server/language-model.ts';

type Body = Omit<Anthropic.MessageCreateParamsNonStreaming, 'stream'>;

/** What a request becomes: its body, and the headers that go with it. */
export interface AnthropicRequest {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
}

/** No more are taken. */
const MAX_CACHE_MARKS = 4;

/**
 * The one version in which the API takes a temperature, and the models that take one in it: up to Haiku 4.5, Opus 4.6
 * and Sonnet 4.6. Those after them refuse it in any version, and all of them in the SDK's own.
 */
const VERSION_WITH_TEMPERATURE = '2023-06-01';
const TAKES_TEMPERATURE = /^claude-(haiku-4-5|(opus|sonnet)-4(-[0-6])?)(-\d{8})?$/;

/**
 * A prompt as the Messages API takes it. `isPlain`: nothing that a model may refuse to be told.
 * What is asked of it is short and is waited for: models that think are asked to think little, or not at all where they
 * can be.
 */
export function toAnthropicRequest(request: ModelRequest, isPlain = false): AnthropicRequest {
  const mark = createMarks(request);
  const body: Body = {
    model: request.model,
    max_tokens: request.maxTokens,
    messages: request.messages.flatMap((message) => messageOf(message, mark)),
  };
  const system = blocks(request.system, mark);
  if (system.length > 0) body.system = system;
  if (isPlain) return { body, headers: {} };
  Object.assign(body, thinkingOf(request.model));
  if (request.temperature === undefined || !TAKES_TEMPERATURE.test(request.model)) return { body, headers: {} };
  // The SDK's types are those of a version that knows no temperature.
  Object.assign(body, { temperature: request.temperature });
  return { body, headers: { 'anthropic-version': VERSION_WITH_TEMPERATURE } };
}

/** https://platform.claude.com/docs/en/build-with-claude/thinking: who can be asked for what. */
function thinkingOf(model: string): Pick<Body, 'thinking' | 'output_config'> {
  if (!/^claude-[a-z]+-5(-|$)/.test(model)) return {};
  const output_config = { effort: 'low' } as const;
  if (/^claude-sonnet-5-5(-|$)/.test(model)) return { output_config, thinking: { type: 'between_tools' } };
  if (/^claude-(opus|sonnet)-5$/.test(model)) return { output_config, thinking: { type: 'disabled' } };
  return { output_config };
}

type Mark = (part: PromptText) => boolean;

/** Which parts are marked for the cache: the last four that ask for it, since each holds everything before it. */
function createMarks({ system, messages }: ModelRequest): Mark {
  const parts = [...system, ...messages.flatMap((message) => message.parts)];
  const marked = new Set(parts.filter((part) => part.isCacheable && part.text !== '').slice(-MAX_CACHE_MARKS));
  return (part) => marked.has(part);
}

/** Empty texts are refused by the API and say nothing. */
function blocks(parts: readonly PromptText[], mark: Mark): Anthropic.TextBlockParam[] {
  return parts
    .filter(({ text }) => text !== '')
    .map((part) => ({
      type: 'text',
      text: part.text.toWellFormed(),
      ...(mark(part) && { cache_control: { type: 'ephemeral' } }),
    }));
}

function messageOf({ author, parts }: PromptMessage, mark: Mark): Anthropic.MessageParam[] {
  const content = blocks(parts, mark);
  return content.length === 0 ? [] : [{ role: author === 'person' ? 'user' : 'assistant', content }];
}
