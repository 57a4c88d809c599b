import type { ModelChunk } from '#language-model/domain/chunk.ts';
import { createCitationReader, hasDocuments } from '#language-model/domain/cited-documents.ts';
import { echoes } from '#language-model/domain/echo.ts';
import { sentTexts } from '#language-model/domain/prompt.ts';
import type { ModelProvider, ModelRequest, ProviderAccess } from '#language-model/server/language-model.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';

import { createEndpointCache, endpointKey, type EndpointCache } from '../endpoint-cache.ts';
import { readEventStream } from '../event-stream.ts';
import { failureOf } from '../provider-failure.ts';
import { remainingTokens } from '../remaining-tokens.ts';
import { kindOfBody, parseBody, readAll, watched } from '../response-body.ts';
import { createWatchdog, type Patience, type Watchdog } from '../watchdog.ts';
import { type AnswerReader, createAnswerReader } from './openai-answer.ts';
import { type Dialect, firstDialect, otherDialect, toOpenaiBody, withoutShape } from './openai-request.ts';
import { failureFrom, send } from './send.ts';

/** A local server may have to load the model first. */
const PATIENCE: Patience = { firstMs: 90_000, betweenMs: 30_000, wholeMs: 180_000, wordsMs: 240_000 };

/** Wait for the usage after the finish reason. Some servers then send nothing and keep the connection open. */
const AFTER_THE_END_MS = 2_000;

/** Wait for the body to end after `[DONE]`. A connection can be reused only if its body was read to the end. */
const AFTER_DONE_MS = 500;

/** One attempt per option that may be refused, and one for a lower answer limit. */
const MAX_ATTEMPTS = 8;

/** Any server that speaks OpenAI's chat completions: OpenAI, Ollama, vLLM, LM Studio, OpenRouter. */
export function createOpenaiCompatible(options: { patience?: Partial<Patience> } = {}): ModelProvider {
  const patience = { ...PATIENCE, ...options.patience };
  const dialects = createEndpointCache<Dialect>();
  const thinkers = createEndpointCache<true>();
  return {
    // There is no client to share: each request is a `fetch`.
    open: (access) => ({
      stream: (request, signal) => stream({ access, patience, dialects, thinkers }, request, signal),
    }),
    async list(access, signal) {
      const watchdog = createWatchdog(signal, patience.wordsMs);
      const sending = { access, watchdog, betweenMs: patience.betweenMs };
      let isComplete = false;
      try {
        watchdog.allow(patience.firstMs);
        const response = await send(sending, '/models', null);
        const body = parseBody(await readAll(response, sending)) as { data?: unknown } | null;
        isComplete = true;
        if (!Array.isArray(body?.data)) throw failureOf('malformed');
        return (body.data as ({ id?: unknown; name?: unknown } | null)[])
          .filter((model): model is { id: string; name?: unknown } => typeof model?.id === 'string')
          .map(({ id, name }) => ({ id, name: typeof name === 'string' && name !== '' ? name : id }));
      } catch (error) {
        throw failureFrom(error, watchdog, false);
      } finally {
        watchdog.end(isComplete);
      }
    },
  };
}

interface Opened {
  readonly access: ProviderAccess;
  readonly patience: Patience;
  /**
   * Facts learned from earlier answers: the dialect of an endpoint, and the models that omit the opening mark of their
   * thinking.
   */
  readonly dialects: EndpointCache<Dialect>;
  readonly thinkers: EndpointCache<true>;
}

/** The answer with its marks as citations, if the request has documents. */
async function* stream(opened: Opened, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  if (!hasDocuments(request.messages)) return yield* streamText(opened, request, signal);
  const reader = createCitationReader();
  const chunks = (told: readonly (string | ModelChunk)[]) =>
    told.map((each): ModelChunk => (typeof each === 'string' ? { type: 'text', text: each } : each));
  for await (const chunk of streamText(opened, request, signal)) {
    if (chunk.type === 'text') yield* chunks(reader.pass(chunk.text));
    else {
      if (chunk.type === 'stop') yield* chunks(reader.rest());
      yield chunk;
    }
  }
}

async function* streamText(opened: Opened, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  const { access, patience, thinkers } = opened;
  const watchdog = createWatchdog(signal, patience.wordsMs);
  const name = endpointKey(access, request.model);
  const isWhole = request.delivery === 'whole';
  const reader = createAnswerReader(access.key, { isExpected: thinkers.find(name) ?? false, isWhole });
  let hasAnswer = false;
  let isComplete = false;
  try {
    watchdog.allow(isWhole ? patience.wholeMs : patience.firstMs);
    const { response, maxTokens } = await ask(opened, request, watchdog);
    hasAnswer = true;
    const isDone = yield* readAnswer(response, reader, { ...opened, watchdog, signal, delivery: request.delivery });
    if (signal.aborted) return;
    isComplete = !watchdog.isStalled();
    const isShortened = maxTokens < request.maxTokens;
    for (const chunk of reader.finish(isDone))
      yield chunk.type === 'stop' && isShortened ? { ...chunk, maxTokens } : chunk;
  } catch (error) {
    if (signal.aborted) return;
    throw failureFrom(error, watchdog, hasAnswer);
  } finally {
    if (reader.omitsOpening()) thinkers.set(name, true);
    watchdog.end(isComplete);
  }
}

interface Reading {
  readonly watchdog: Watchdog;
  readonly patience: Patience;
  readonly signal: AbortSignal;
  readonly delivery: ModelRequest['delivery'];
}

/** Reads an answer, streamed or whole. Returns whether it is complete. */
async function* readAnswer(
  response: Response,
  reader: AnswerReader,
  { watchdog, patience, signal, delivery }: Reading,
): AsyncGenerator<ModelChunk, boolean> {
  const watch = { watchdog, betweenMs: patience.betweenMs };
  const kind = kindOfBody(response);
  if (kind === 'other') {
    await response.body?.cancel();
    throw failureOf('malformed');
  }
  if (delivery === 'whole' || kind === 'json') {
    yield* reader.read(parseBody(await readAll(response, watch)));
    return true;
  }
  let isDone = false;
  let hasEvent = false;
  try {
    for await (const { data, isEnded } of readEventStream(watched(response.body, watch))) {
      hasEvent = true;
      isDone ||= data.trim() === '[DONE]';
      if (isDone) {
        watchdog.allow(AFTER_DONE_MS);
        continue;
      }
      const body = parseBody(data, isEnded ? 'malformed' : 'cut');
      if (isSpoken(body)) watchdog.hear();
      yield* reader.read(body);
      if (reader.hasFinished()) watchdog.allow(AFTER_THE_END_MS);
    }
  } catch (error) {
    // After the finish reason, a failure of the connection does not matter.
    if ((!isDone && !reader.hasFinished()) || error instanceof ModelFailure || signal.aborted) throw error;
  }
  if (!hasEvent && kind === 'unnamed') throw failureOf('malformed');
  return isDone;
}

/** Whether an event contains text or thinking. Other events may arrive without end. */
function isSpoken(body: unknown): boolean {
  const { choices } = (body ?? {}) as { choices?: unknown };
  const delta = Array.isArray(choices) ? (choices[0] as { delta?: unknown } | null | undefined)?.delta : undefined;
  return (
    typeof delta === 'object' && delta !== null && Object.values(delta).some((part) => part && part !== 'assistant')
  );
}

/**
 * Sends the request. If an option or the answer limit is refused, it retries in another dialect or with the number of
 * tokens that the model has left.
 */
async function ask(
  { access, dialects, patience }: Opened,
  request: ModelRequest,
  watchdog: Watchdog,
): Promise<{ response: Response; maxTokens: number }> {
  const name = endpointKey(access, request.model);
  let dialect = dialects.find(name) ?? firstDialect(access.baseUrl, request.model);
  let { maxTokens } = request;
  for (let attempt = 1; ; attempt++)
    try {
      const sending = { access, watchdog, betweenMs: patience.betweenMs };
      const response = await send(sending, '/chat/completions', toOpenaiBody({ ...request, maxTokens }, dialect));
      // A dialect is remembered only after the server has answered it.
      if (attempt > 1) dialects.set(name, dialect);
      return { response, maxTokens };
    } catch (error) {
      if (!(error instanceof ModelFailure) || attempt === MAX_ATTEMPTS) throw error;
      const { failure, providerMessage } = error;
      const told = failure === 'rejected-request' && !isEcho(providerMessage, request) ? providerMessage : undefined;
      const room = told === undefined ? maxTokens : (remainingTokens(told) ?? maxTokens);
      const other =
        room < maxTokens
          ? dialect
          : ((told === undefined ? null : otherDialect(dialect, told)) ??
            (request.answerShape ? withoutShape(dialect, error) : null));
      if (!other) throw error;
      maxTokens = Math.min(maxTokens, room);
      dialect = other;
    }
}

function isEcho(providerMessage: string | undefined, request: ModelRequest): boolean {
  return providerMessage !== undefined && echoes(providerMessage, sentTexts(request));
}
