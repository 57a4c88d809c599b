import path from 'node:path';
import { Worker } from 'node:worker_threads';

import { quantize } from './quantize.ts';
import type { FoundPosition, MatrixAnswer, MatrixQuestion } from './search-messages.ts';
import type { VectorMatrix } from './vector-matrix.ts';

/** The thread takes 30 MB while it lives. */
const IDLE_MS = 60_000;

/** Next to this file in the sources; next to the bundle of the server in a build. */
const WORKER = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'vector-worker.ts')
  : path.join(import.meta.dirname, 'vector-worker.js');

interface Nearest {
  readonly limit: number;
  /** By segment; null for all. */
  readonly allowed: readonly Int32Array[] | null;
}

/** Searches matrices in a worker thread, which is started by the first search and ended when idle. */
export class SearchThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly FoundPosition[]>>();

  /** The positions of the vectors with the greatest product, greatest first. Rejects if the thread ends. */
  async nearest(
    matrix: VectorMatrix,
    vector: Float32Array,
    { limit, allowed }: Nearest,
  ): Promise<readonly FoundPosition[]> {
    const query = new Int8Array(vector.length);
    quantize(vector, query);
    const id = (this.#count += 1);
    const question: MatrixQuestion = {
      id,
      dimension: matrix.dimension,
      query,
      limit,
      segments: matrix.segments.map(({ buffer, count }, index) => ({
        buffer,
        count,
        allowed: allowed?.[index] ?? null,
      })),
    };
    const answer = Promise.withResolvers<readonly FoundPosition[]>();
    this.#waiting.set(id, answer);
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(question);
    return answer.promise;
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const ending = this.#worker;
    this.#worker = undefined;
    await ending?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(WORKER, {
      name: 'vectors',
      execArgv: [],
      env: {},
      // It has little on its heap.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    const fail = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('message', (answer: MatrixAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('found' in answer) waiting?.resolve(answer.found);
      else waiting?.reject(new Error(answer.failure));
      if (this.#waiting.size > 0) return;
      // An idle thread does not keep a command from ending.
      worker.unref();
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
    });
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`the search thread ended with code ${code}`)));
    return worker;
  }
}
