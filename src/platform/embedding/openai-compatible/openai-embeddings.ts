import type { EmbeddingAnswer, EmbeddingEndpoint, EmbeddingRequest } from '#language-model/server/role-embedder.ts';

import { errorOf } from '../../language-model/openai-compatible/error-body.ts';
import { failureFrom, send } from '../../language-model/openai-compatible/send.ts';
import { failureOf, replyFailure } from '../../language-model/provider-failure.ts';
import { parseBody, readAll } from '../../language-model/response-body.ts';
import { createWatchdog, type Patience } from '../../language-model/watchdog.ts';

/** Long, because a local server may have to load the model first. */
const PATIENCE = { wholeMs: 90_000, betweenMs: 30_000 };

/** Client for every server with OpenAI's embeddings API: OpenAI, Ollama, vLLM, LM Studio, Text Embeddings Inference. */
export function createOpenaiEmbeddings(options: { patience?: Partial<Patience> } = {}): EmbeddingEndpoint {
  const patience = { ...PATIENCE, ...options.patience };
  return {
    async embed(access, request, signal) {
      signal.throwIfAborted();
      const watchdog = createWatchdog(signal, patience.wholeMs + patience.betweenMs);
      const sending = { access, watchdog, betweenMs: patience.betweenMs };
      let hasAnswer = false;
      let isComplete = false;
      try {
        watchdog.allow(patience.wholeMs);
        const response = await send(sending, '/embeddings', bodyOf(request));
        hasAnswer = true;
        const text = await readAll(response, sending);
        isComplete = true;
        return readEmbeddings(parseBody(text), request, access.key);
      } catch (error) {
        signal.throwIfAborted();
        throw failureFrom(error, watchdog, hasAnswer);
      } finally {
        watchdog.end(isComplete);
      }
    },
  };
}

/** Omits `encoding_format` and `dimensions`: some servers reject them, and the defaults are right. */
function bodyOf({ model, texts }: EmbeddingRequest): object {
  // Servers reject an empty text.
  return { model, input: texts.map((text) => (text.trim() === '' ? '.' : text.toWellFormed())) };
}

/** Reads the body of an answer: one vector per text, each of the required dimension. Throws a ModelFailure. */
function readEmbeddings(body: unknown, request: EmbeddingRequest, key: string | null): EmbeddingAnswer {
  // Some servers send an error with status 200.
  const error = errorOf(body);
  if (error) throw replyFailure({ ...error, status: error.status ?? 500 }, key);
  const { data, usage } = (body ?? {}) as { data?: unknown; usage?: { prompt_tokens?: unknown } | null };
  if (!Array.isArray(data)) throw failureOf('malformed');
  if (data.length !== request.texts.length)
    throw wrong(`${data.length} vectors for ${counted(request.texts.length, 'text')}`);
  const vectors: (Float32Array | undefined)[] = request.texts.map(() => undefined);
  let { dimension } = request;
  for (const [place, item] of (data as ({ index?: unknown; embedding?: unknown } | null)[]).entries()) {
    const vector = vectorOf(item?.embedding);
    dimension ??= vector.length;
    if (vector.length !== dimension)
      throw wrong(`vectors of ${counted(vector.length, 'number')} instead of ${dimension}`);
    // Some servers send no indexes, and some do not keep the order.
    const index = typeof item?.index === 'number' ? item.index : place;
    if (!Number.isInteger(index) || index < 0 || index >= vectors.length || vectors[index])
      throw wrong('numbers of vectors that do not fit');
    vectors[index] = vector;
  }
  const complete = vectors.filter((vector) => vector !== undefined);
  const tokens = usage?.prompt_tokens;
  return { vectors: complete, inputTokens: typeof tokens === 'number' && tokens >= 0 ? Math.floor(tokens) : null };
}

/** Normalises the vector to length 1. */
function vectorOf(embedding: unknown): Float32Array {
  if (!Array.isArray(embedding) || embedding.length === 0) throw wrong('a text without a vector');
  const vector = Float32Array.from(embedding as number[], (value) => (typeof value === 'number' ? value : Number.NaN));
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) throw wrong('a vector that is not made of numbers');
  return vector.map((value) => value / length);
}

function wrong(providerMessage: string): Error {
  return failureOf('malformed', { providerMessage });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
