import type { AnswerShape } from '#language-model/domain/answer-shape.ts';
import { hasDocuments, HOW_TO_CITE, withWrittenDocuments } from '#language-model/domain/cited-documents.ts';
import type { ModelRequest } from '#language-model/server/language-model.ts';
import type { ModelFailure } from '#language-model/server/model-failure.ts';

/** The options that an endpoint accepts, learned from what it refuses. */
export interface Dialect {
  readonly limitField: 'max_tokens' | 'max_completion_tokens';
  readonly withUsage: boolean;
  readonly withTemperature: boolean;
  readonly withEffort: boolean;
  readonly withShape: boolean;
  /** If false, the system prompt is put before the person's first message: some chat templates have only two roles. */
  readonly withSystemRole: boolean;
}

function isOpenai(baseUrl: string): boolean {
  return /^https:\/\/api\.openai\.com(\/|$)/.test(baseUrl);
}

/** OpenAI no longer accepts `max_tokens`; many other servers accept nothing else. */
export function firstDialect(baseUrl: string, model: string): Dialect {
  const thinks = isOpenai(baseUrl) && /^(o\d|gpt-6)/.test(model);
  return {
    limitField: isOpenai(baseUrl) ? 'max_completion_tokens' : 'max_tokens',
    withUsage: true,
    withTemperature: !thinks,
    withEffort: thinks,
    withShape: true,
    withSystemRole: true,
  };
}

/** The dialect to try after a request was refused with this message; null if the message is about something else. */
export function otherDialect(dialect: Dialect, providerMessage: string): Dialect | null {
  if (refuses(providerMessage, 'max_tokens|max_completion_tokens')) {
    const limitField = dialect.limitField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { ...dialect, limitField };
  }
  if (dialect.withUsage && refuses(providerMessage, 'stream_options|include_usage'))
    return { ...dialect, withUsage: false };
  if (dialect.withTemperature && refuses(providerMessage, 'temperature')) return { ...dialect, withTemperature: false };
  if (dialect.withEffort && refuses(providerMessage, 'reasoning_effort|reasoning'))
    return { ...dialect, withEffort: false };
  if (dialect.withSystemRole && NO_SYSTEM_ROLE.test(providerMessage)) return { ...dialect, withSystemRole: false };
  return null;
}

/**
 * The dialect to try without an answer schema, after a request with one failed; null if that cannot help. Servers
 * refuse schemas in many ways, so any rejected request counts, and any other failure whose message mentions the schema.
 */
export function withoutShape(dialect: Dialect, { failure, providerMessage = '' }: ModelFailure): Dialect | null {
  const isAboutShape = failure === 'rejected-request' || SHAPE.test(providerMessage);
  return dialect.withShape && isAboutShape ? { ...dialect, withShape: false } : null;
}

const SHAPE = /response_?format|json.?schema|grammar|structured|guided/i;

/**
 * Phrases with which chat templates and servers refuse a system prompt. The authors alternate in our requests, so only
 * the system prompt can break the alternation.
 */
const NO_SYSTEM_ROLE =
  /\bsystem['"`]? (role|message|prompt)s? (is |are )?(not supported|unsupported|not allowed)|(not|n['’]t) support.{0,20}\bsystem\b|\broles must alternate\b|\bonly user and assistant roles\b/i;

const REFUSED =
  'unsupported|not supported|not support|unrecognized|unknown|extra|not permitted|not allowed|cannot find';

/** Whether the beginning of the message says that this field is not supported. */
function refuses(providerMessage: string, field: string): boolean {
  const begin = providerMessage.slice(0, 160);
  return new RegExp(`(${REFUSED}).{0,60}\\b(${field})\\b|\\b(${field})\\b.{0,60}(${REFUSED})`, 'i').test(begin);
}

/** The body of a chat completions request. Contents are plain strings, which every server accepts. */
export function toOpenaiBody(request: ModelRequest, dialect: Dialect): object {
  const isStreamed = request.delivery === 'stream';
  const isCiting = hasDocuments(request.messages);
  const system = joinedText([...request.system, ...(isCiting ? [{ text: HOW_TO_CITE }] : [])]);
  const spoken = withWrittenDocuments(request.messages).map(({ author, parts }) => ({
    role: author === 'person' ? 'user' : 'assistant',
    content: joinedText(parts),
  }));
  return {
    model: request.model,
    messages: system === '' ? spoken : withRules(system, spoken, dialect),
    [dialect.limitField]: request.maxTokens,
    stream: isStreamed,
    ...(isStreamed && dialect.withUsage && { stream_options: { include_usage: true } }),
    ...(request.temperature !== undefined && dialect.withTemperature && { temperature: request.temperature }),
    ...(request.answerShape && dialect.withShape && { response_format: formatOf(request.answerShape) }),
    ...(dialect.withEffort && { reasoning_effort: 'low' }),
  };
}

function formatOf(shape: AnswerShape): object {
  return { type: 'json_schema', json_schema: { ...shape, strict: true } };
}

interface Spoken {
  readonly role: string;
  readonly content: string;
}

/** Adds the system prompt. The first message is always the person's. */
function withRules(system: string, spoken: readonly Spoken[], { withSystemRole }: Dialect): readonly Spoken[] {
  const [first, ...rest] = spoken;
  if (withSystemRole || !first) return [{ role: 'system', content: system }, ...spoken];
  return [{ ...first, content: `${system}\n\n${first.content}` }, ...rest];
}

function joinedText(parts: readonly { readonly text: string }[]): string {
  return parts
    .map(({ text }) => text.toWellFormed())
    .filter((text) => text !== '')
    .join('\n\n');
}
