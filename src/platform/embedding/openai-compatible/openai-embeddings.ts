import type { EmbeddingEndpoint, EmbeddingRequest } from '#language-model/server/embedding-endpoint.ts';

import { failureFrom, send } from '../../language-model/openai-compatible/send.ts';
import { parseBody, readAll } from '../../language-model/response-body.ts';
import { createWatchdog, type Patience } from '../../language-model/watchdog.ts';
import { readEmbeddings } from './read-embeddings.ts';

/** A local server may have to load the model first. */
const PATIENCE = { wholeMs: 90_000, betweenMs: 30_000 };

/** Anything that speaks OpenAI's embeddings: OpenAI, Ollama, vLLM, LM Studio, Text Embeddings Inference. */
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

/** Without `encoding_format` and `dimensions`: some servers refuse them, and the defaults are what is wanted. */
function bodyOf({ model, texts }: EmbeddingRequest): object {
  // Servers refuse an empty text.
  return { model, input: texts.map((text) => (text.trim() === '' ? '.' : text.toWellFormed())) };
}
