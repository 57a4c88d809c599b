import path from 'node:path';
import { Worker } from 'node:worker_threads';

import type { GivenDocument, ReadDocument, Reading } from '#library/ingestion/server/read-document.ts';
import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

/** Next to this file in the sources; next to the bundle of the server in a build. */
const WORKER = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'reading-worker.ts')
  : path.join(import.meta.dirname, 'reading-worker.js');

const MAX_HEAP_MB = 512;

/** A job of the reading thread. */
export interface ReadingJob {
  readonly id: number;
  readonly document: GivenDocument;
}

/** Its report on a job. */
export type ReadingNews =
  | { readonly id: number; readonly progress: { readonly words: string; readonly done: number | null } }
  | { readonly id: number; readonly read: ReadDocument }
  | { readonly id: number; readonly unreadable: { readonly message: string; readonly remedy: string } }
  | { readonly id: number; readonly failure: string };

export interface ReadingLimits {
  /** For one document without progress, in ms. A page of a PDF is progress. */
  readonly maxSilenceMs: number;
  /** For one document in all, in ms. */
  readonly maxMs: number;
}

/** A worker thread that reads one document at a time. After it exceeded a limit it must not be used again. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #limits: ReadingLimits;
  #hasEnded = false;
  #count = 0;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
    this.#worker = new Worker(WORKER, {
      name: 'reader',
      execArgv: [],
      // No environment: what a document makes its reader do must find no keys.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 64, stackSizeMb: 8 },
      // Warnings of the packages are of no use to anybody.
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('error', () => {});
    this.#worker.on('exit', () => (this.#hasEnded = true));
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  async read(document: GivenDocument, { signal, onProgress }: Reading): Promise<ReadDocument> {
    const worker = this.#worker;
    const id = (this.#count += 1);
    const { promise, resolve, reject } = Promise.withResolvers<ReadDocument>();
    const total = setTimeout(() => reject(tooLong(this.#limits.maxMs)), this.#limits.maxMs);
    const silence = setTimeout(() => reject(tooLong(this.#limits.maxSilenceMs)), this.#limits.maxSilenceMs);
    const onMessage = (news: ReadingNews) => {
      if (news.id !== id) return;
      silence.refresh();
      if ('progress' in news) onProgress(news.progress);
      else if ('read' in news) resolve(news.read);
      else if ('unreadable' in news)
        reject(new UnreadableDocument(news.unreadable.message, { remedy: news.unreadable.remedy }));
      else reject(failed(news.failure));
    };
    const onError = (error: Error) => reject(endedBy(error));
    const onExit = () => reject(endedBy(null));
    const onAbort = () => reject(signal.reason);
    worker.on('message', onMessage);
    worker.once('error', onError);
    worker.once('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.ref();
    worker.postMessage({ id, document });
    try {
      return await promise;
    } catch (error) {
      // Only what the thread itself said leaves it free for the next document.
      if (!(error instanceof UnreadableDocument) || isLimit(error)) await this.end();
      throw error;
    } finally {
      clearTimeout(total);
      clearTimeout(silence);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      worker.unref();
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker.terminate();
  }
}

const limits = new WeakSet<UnreadableDocument>();

function isLimit(error: UnreadableDocument): boolean {
  return limits.has(error);
}

function limit(message: string, remedy: string): UnreadableDocument {
  const error = new UnreadableDocument(message, { remedy });
  limits.add(error);
  return error;
}

function tooLong(ms: number): UnreadableDocument {
  return limit(
    `Reading took longer than ${Math.round(ms / 1_000)} seconds and was stopped.`,
    'Paste its text instead.',
  );
}

function endedBy(error: Error | null): UnreadableDocument {
  const isMemory = error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isMemory) return limit('Reading needed more than 512 MB of memory and was stopped.', 'Paste its text instead.');
  return failed(error?.message ?? 'the reading thread ended');
}

function failed(cause: string): UnreadableDocument {
  const error = limit('This document could not be read.', 'Save it in another format, or paste its text.');
  error.cause = cause;
  return error;
}
