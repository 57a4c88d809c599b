import type { Embedder, EmbeddingModel } from '#embedding/server/embedder.ts';
import { BUILT_IN } from '#kernel/built-in.ts';
import { embeddedEmbedding } from '#language-model/domain/embedding-facts.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';
import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

export interface RunningEmbedder extends Embedder {
  close(): Promise<void>;
}

/** Ends the idle thread, because the model uses up to 220 MB. */
const IDLE_MS = 60_000;
/** Few enough that changed priorities take effect within seconds. */
const BATCH = 8;
/** Far more than the model reads of a text. */
const MAX_CHARACTERS = 4_000;
/** The limit for one text, with the loading of the model, which takes long on a busy machine. */
const MAX_SILENCE_MS = 300_000;
/** How often a text is tried if its thread dies. */
const MAX_ATTEMPTS = 2;

interface Job extends PromiseWithResolvers<Float32Array> {
  readonly text: string;
}

/**
 * Embeds in a worker thread, which the first text starts and which ends when idle. The thread gets one text at a time,
 * so that a query waits for at most one passage.
 */
export function createEmbeddedEmbedder(
  options: { readonly idleMs?: number; readonly workerFile?: string } = {},
): RunningEmbedder {
  const waiting: Record<'query' | 'passage', Job[]> = { query: [], passage: [] };
  const thread = new AnsweringThread<string, Float32Array>(options.workerFile ?? WORKER, {
    name: 'embedder',
    maxSilenceMs: MAX_SILENCE_MS,
    idleMs: options.idleMs ?? IDLE_MS,
  });
  let isBusy = false;
  let isClosed = false;

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let job = next(); job; job = next()) await run(job);
    isBusy = false;
  }

  function next(): Job | undefined {
    return waiting.query.shift() ?? waiting.passage.shift();
  }

  async function run(job: Job, attempt = 1): Promise<void> {
    try {
      job.resolve(await thread.ask(job.text));
    } catch (error) {
      if (isClosed) job.reject(closed());
      else if (attempt >= MAX_ATTEMPTS) job.reject(crashed(error));
      else await run(job, attempt + 1);
    }
  }

  return {
    model: minilm,
    isEmbedded: true,
    isStandIn: false,
    batchSize: BATCH,
    async embed(texts, kind, signal) {
      signal.throwIfAborted();
      if (isClosed) throw closed();
      const jobs = texts.map((text) => ({
        text: text.slice(0, MAX_CHARACTERS).toWellFormed(),
        ...Promise.withResolvers<Float32Array>(),
      }));
      const stop = () => {
        waiting[kind] = waiting[kind].filter((job) => !jobs.includes(job));
        for (const { reject } of jobs) reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      waiting[kind].push(...jobs);
      void work();
      try {
        return await Promise.all(jobs.map(({ promise }) => promise));
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async close() {
      isClosed = true;
      for (const { reject } of [...waiting.query.splice(0), ...waiting.passage.splice(0)]) reject(closed());
      await thread.end();
    },
  };
}

function crashed(cause: unknown): ModelFailure {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ModelFailure('cut', {
    message: `The built-in reading of meaning ended unexpectedly: ${trimEnd(why, /[.!]/u)}.`,
    remedy: 'If it happens often, choose another model for the embedder in Settings, under Models.',
    cause,
  });
}

function closed(): ModelFailure {
  return new ModelFailure('cut', { message: 'The server is stopping.', remedy: 'Try again once it has started.' });
}

/** all-MiniLM-L6-v2. */
export const minilm: EmbeddingModel = {
  key: 'embedded/all-MiniLM-L6-v2/384/1',
  name: BUILT_IN,
  ...embeddedEmbedding,
};

const WORKER = programBeside(import.meta, 'embedding-worker');
