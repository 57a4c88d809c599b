import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** A worker thread that embeds one text at a time. */
export interface EmbeddingThread {
  /** Rejects if the thread ends. Then it must not be used again. */
  embed(text: string): Promise<Float32Array>;
  end(): Promise<void>;
}

/** Next to this file in the sources; next to the bundle of the server in a build. */
const WORKER = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'embedding-worker.ts')
  : path.join(import.meta.dirname, 'embedding-worker.js');

export function startEmbeddingThread(workerFile: string = WORKER): EmbeddingThread {
  // No environment: the thread needs no keys.
  const worker = new Worker(workerFile, { name: 'embedder', execArgv: [], env: {} });
  let running: PromiseWithResolvers<Float32Array> | undefined;
  let failed: Error | undefined;
  function fail(error: Error): void {
    failed ??= error;
    running?.reject(failed);
    running = undefined;
  }
  worker.on('message', (vector: Float32Array) => {
    running?.resolve(vector);
    running = undefined;
    // An idle thread does not keep a command from ending.
    worker.unref();
  });
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the thread ended with code ${code}`)));
  return {
    embed(text) {
      if (failed) return Promise.reject(failed);
      running = Promise.withResolvers();
      worker.ref();
      worker.postMessage(text);
      return running.promise;
    },
    async end() {
      await worker.terminate();
    },
  };
}
