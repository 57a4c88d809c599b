import type { Anthropic } from '@anthropic-ai/sdk';

import { defaultBaseUrls } from '#language-model/domain/base-url.ts';
import type { ModelChunk } from '#language-model/domain/chunk.ts';
import { echoes } from '#language-model/domain/echo.ts';
import { sentTexts } from '#language-model/domain/prompt.ts';
import type {
  LanguageModel,
  ModelProvider,
  ModelRequest,
  ProviderAccess,
} from '#language-model/server/language-model.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';

import { createEndpointCache, type EndpointCache, endpointKey } from '../endpoint-cache.ts';
import { failureOf } from '../provider-failure.ts';
import { kindOfBody, parseBody, readAll, readErrorBody, watched } from '../response-body.ts';
import { createThinkingFilter } from '../thinking-filter.ts';
import { createWatchdog, type Patience, stallFailure, type Watchdog } from '../watchdog.ts';
import { chunksOfEvents, chunksOfMessage } from './anthropic-answer.ts';
import { anthropicFailure, STATUS_OF } from './anthropic-failure.ts';
import { type AnthropicRequest, toAnthropicRequest } from './anthropic-request.ts';

const PATIENCE: Patience = { firstMs: 30_000, betweenMs: 20_000, wholeMs: 120_000, wordsMs: 150_000 };

/** The SDK's own timeout. The watchdog aborts a request long before that. */
const SDK_TIMEOUT_MS = 600_000;

/** The SDK takes 13 MB on disk, so it is loaded once, and only if there is a key. */
let sdk: Promise<typeof import('@anthropic-ai/sdk')> | undefined;
function loadSdk(): Promise<typeof import('@anthropic-ai/sdk')> {
  return (sdk ??= import('@anthropic-ai/sdk'));
}

/** Claude, through Anthropic's own SDK. */
export function createAnthropic(options: { patience?: Partial<Patience> } = {}): ModelProvider {
  const provider: Provider = {
    patience: { ...PATIENCE, ...options.patience },
    clients: createEndpointCache(),
    plainModels: createEndpointCache(),
  };
  const { patience } = provider;
  return {
    open(access, { isOwn = false } = {}): LanguageModel {
      void loadSdk().catch(() => (sdk = undefined));
      const opened = { ...provider, access, ...(isOwn && { clients: createEndpointCache<Anthropic>() }) };
      return { stream: (request, signal) => stream(opened, request, signal) };
    },
    async list(access, signal) {
      const watchdog = createWatchdog(signal, patience.wordsMs);
      const watch = { watchdog, betweenMs: patience.betweenMs, isStreamed: false };
      let isComplete = false;
      try {
        watchdog.allow(patience.firstMs);
        const client = await clientFor({ ...provider, access });
        const page = await client.models.list({ limit: 1_000 }, optionsFor(watch));
        isComplete = true;
        return modelsOf(page.data);
      } catch (error) {
        throw anthropicFailure(error, { key: access.key, watchdog });
      } finally {
        watchdog.end(isComplete);
      }
    },
  };
}

interface Provider {
  readonly patience: Patience;
  readonly clients: EndpointCache<Anthropic>;
  /** Models that refused thinking options or a temperature and answered without them. */
  readonly plainModels: EndpointCache<true>;
}

interface Opened extends Provider {
  readonly access: ProviderAccess;
}

/**
 * A client has a key and an address but no state of a request. Calls with the same key and address share one client,
 * unless `isOwn` is set.
 */
async function clientFor({ access, clients }: Opened): Promise<Anthropic> {
  const name = endpointKey(access);
  const there = clients.find(name);
  if (there) return there;
  const { Anthropic: Client } = await loadSdk();
  return clients.set(
    name,
    new Client({
      apiKey: access.key ?? '',
      authToken: null,
      baseURL: access.baseUrl,
      // The SDK would retry after a wait without reporting it.
      maxRetries: 0,
      timeout: SDK_TIMEOUT_MS,
      // The SDK would log responses that it cannot parse.
      logLevel: 'off',
      openTelemetry: false,
      fetch: watchedFetch(access.fetch ?? fetch),
    }),
  );
}

function optionsFor(watch: FetchWatch): { signal: AbortSignal; fetchOptions: object } {
  // A redirect means a wrong address, and the key must not be sent to a different one.
  return { signal: watch.watchdog.signal, fetchOptions: { redirect: 'manual', watch } };
}

async function* stream(opened: Opened, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  const { patience, access } = opened;
  const watchdog = createWatchdog(signal, patience.wordsMs);
  // Anthropic sends thinking in separate blocks; models on other servers with its protocol may mix it into the text.
  const filter =
    access.baseUrl === defaultBaseUrls.anthropic
      ? null
      : createThinkingFilter({ isWhole: request.delivery === 'whole' });
  let hasStopped = false;
  let isComplete = false;
  try {
    watchdog.allow(request.delivery === 'whole' ? patience.wholeMs : patience.firstMs);
    const answer = await ask(opened, request, watchdog);
    const chunks =
      request.delivery === 'whole' ? chunksOfMessage(answer) : chunksOfEvents(answer as AsyncIterable<unknown>);
    for await (const chunk of chunks) {
      if (chunk.type !== 'usage') watchdog.hear();
      if (chunk.type === 'stop') hasStopped = true;
      const text =
        chunk.type === 'text' ? (filter?.pass(chunk.text) ?? chunk.text) : hasStopped ? filter?.rest(false) : '';
      if (filter?.wasShown()) throw failureOf('malformed');
      if (text) yield { type: 'text', text };
      if (chunk.type !== 'text') yield chunk;
    }
    // The SDK's loop ends without an error on abort, including a stall, and if the last events are missing.
    isComplete = hasStopped;
    if (signal.aborted || hasStopped) return;
    throw watchdog.isStalled() ? stallFailure(watchdog) : failureOf('cut');
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof ModelFailure ? error : anthropicFailure(error, { key: access.key, watchdog });
  } finally {
    watchdog.end(isComplete);
  }
}

/** Sends the request, and again without the options that the model refuses. */
async function ask(opened: Opened, request: ModelRequest, watchdog: Watchdog): Promise<unknown> {
  const { access, plainModels, patience } = opened;
  const isStreamed = request.delivery === 'stream';
  const watch = { watchdog, betweenMs: patience.betweenMs, isStreamed };
  const client = await clientFor(opened);
  async function send({ body, headers }: AnthropicRequest): Promise<unknown> {
    return await client.messages.create({ ...body, stream: isStreamed }, { ...optionsFor(watch), headers });
  }
  const name = endpointKey(access, request.model);
  if (plainModels.find(name)) return await send(toAnthropicRequest(request, true));
  try {
    return await send(toAnthropicRequest(request));
  } catch (error) {
    if (!refusesOptions(error, request)) throw error;
    const answer = await send(toAnthropicRequest(request, true));
    plainModels.set(name, true);
    return answer;
  }
}

/** The API's messages: the field first, as in `temperature: Extra inputs are not permitted`, or a sentence. */
const REFUSED_FIELD =
  /^`?(thinking|output_config|temperature)(\.\w+)*`?(:| (is|are) (deprecated|unsupported|not (supported|available|allowed)|no longer))/;
const REFUSED_IN_A_SENTENCE =
  /^[\w\s."'`-]{0,80}(not support|not supported|unsupported)[\w\s."'`-]{0,40}\b(thinking|effort|temperature)\b/i;

function refusesOptions(error: unknown, request: ModelRequest): boolean {
  if (!(error instanceof Error) || !('status' in error) || error.status !== 400) return false;
  const providerMessage = 'apiMessage' in error && typeof error.apiMessage === 'string' ? error.apiMessage : '';
  if (!REFUSED_FIELD.test(providerMessage) && !REFUSED_IN_A_SENTENCE.test(providerMessage)) return false;
  // The message may only quote the person's words.
  return !echoes(providerMessage, sentTexts(request));
}

function modelsOf(listed: unknown): { id: string; name: string }[] {
  if (!Array.isArray(listed)) throw failureOf('malformed');
  return (listed as ({ id?: unknown; display_name?: unknown } | null)[]).flatMap((model) => {
    if (typeof model?.id !== 'string') return [];
    const { id, display_name } = model;
    return [{ id, name: typeof display_name === 'string' && display_name !== '' ? display_name : id }];
  });
}

/** Passed by the SDK to fetch with each request. */
interface FetchWatch {
  readonly watchdog: Watchdog;
  readonly betweenMs: number;
  readonly isStreamed: boolean;
}

/**
 * `fetch` for the SDK. The SDK hides pings, but the watchdog needs every byte. It also accepts any body with status 200
 * as an answer, and a stream without events as a complete one. Here anything that is not an answer throws a
 * ModelFailure.
 */
function watchedFetch(reach: typeof fetch): typeof fetch {
  return async (address, given: RequestInit & { watch?: FetchWatch } = {}) => {
    const { watch, ...init } = given;
    return watchedAnswer(await reach(address, init), watch);
  };
}

async function watchedAnswer(response: Response, watch: FetchWatch | undefined): Promise<Response> {
  if (!watch) return response;
  if (!response.ok) {
    const isRedirect = response.status >= 300 && response.status < 400;
    if (!isRedirect) return answerOf(await readErrorBody(response, watch), response);
    await response.body?.cancel();
    return new Response(null, response);
  }
  const kind = kindOfBody(response);
  if (watch.isStreamed && (kind === 'events' || kind === 'unnamed'))
    return new Response(ReadableStream.from(watched(response.body, watch)), response);
  if (kind === 'other') {
    await response.body?.cancel();
    throw failureOf('malformed');
  }
  return wholeAnswer(await readAll(response, watch), response, watch.isStreamed);
}

/** Some servers send errors with status 200. */
function wholeAnswer(text: string, response: Response, isStreamed: boolean): Response {
  const status = errorStatus(parseBody(text));
  if (status === null && isStreamed) throw failureOf('malformed');
  return answerOf(text, response, status ?? response.status);
}

function answerOf(text: string, response: Response, status = response.status): Response {
  const headers = new Headers(response.headers);
  if (response.ok) headers.set('content-type', 'application/json');
  headers.delete('content-length');
  return new Response(text, { status, headers });
}

/** The status for an error in a body; null if the body is not an error. */
function errorStatus(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('type' in body) || body.type !== 'error') return null;
  const error = 'error' in body ? (body.error as { type?: unknown } | null) : null;
  return STATUS_OF[String(error?.type)] ?? 500;
}
