import path from 'node:path';

import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';

import { quantize } from './quantize.ts';
import type { FoundPosition, MatrixQuestion } from './search-messages.ts';
import type { VectorMatrix } from './vector-matrix.ts';

/** Next to this file in the sources; next to the bundle of the server in a build. */
const WORKER = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'vector-worker.ts')
  : path.join(import.meta.dirname, 'vector-worker.js');

interface Nearest {
  readonly limit: number;
  /** By segment; null for all. */
  readonly allowed: readonly Int32Array[] | null;
}

/** Searches matrices in a worker thread. */
export class SearchThread {
  readonly #thread = new AnsweringThread<MatrixQuestion, readonly FoundPosition[]>(WORKER, {
    name: 'vectors',
    // It has little on its heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });

  /** The positions of the vectors with the greatest product, greatest first. Rejects if the thread ends. */
  nearest(matrix: VectorMatrix, vector: Float32Array, { limit, allowed }: Nearest): Promise<readonly FoundPosition[]> {
    const query = new Int8Array(vector.length);
    quantize(vector, query);
    return this.#thread.ask({
      dimension: matrix.dimension,
      query,
      limit,
      segments: matrix.segments.map(({ buffer, count }, index) => ({
        buffer,
        count,
        allowed: allowed?.[index] ?? null,
      })),
    });
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
