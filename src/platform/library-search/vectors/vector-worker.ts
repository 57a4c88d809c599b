import { availableParallelism } from 'node:os';

import { exactSearch, MetricKind } from 'usearch';

import { answerQuestions } from '#worker-thread/server/answer-questions.ts';

import type { FoundPosition, MatrixQuestion } from './exact-vectors.ts';

/** Worker thread that compares a vector with all others in shared memory. */

/** More threads do not help: memory bandwidth limits the search. */
const THREADS = Math.min(2, availableParallelism());

/** Up to this many excluded vectors, the search requests that many more results and drops the excluded ones. */
const MAX_MORE = 1_000;

interface Found extends FoundPosition {
  readonly distance: number;
}

answerQuestions((question: MatrixQuestion): readonly FoundPosition[] => {
  const found = question.segments.flatMap((_, segment) => searchSegment(question, segment));
  found.sort((one, other) => one.distance - other.distance);
  return found.slice(0, question.limit).map(({ segment, index }) => ({ segment, index }));
});

function searchSegment(question: MatrixQuestion, segment: number): Found[] {
  const { segments, dimension, limit } = question;
  const { buffer, count, allowed } = segments[segment] ?? { buffer: new SharedArrayBuffer(0), count: 0, allowed: null };
  if ((allowed?.length ?? count) === 0) return [];
  const all = new Int8Array(buffer, 0, count * dimension);
  if (!allowed) return nearest(question, all, limit).map((found) => ({ ...found, segment }));
  const excluded = count - allowed.length;
  // Copying the permitted vectors takes longer than requesting some more results, unless many are excluded.
  if (excluded > MAX_MORE)
    return nearest(question, gathered(all, allowed, dimension), limit).map(({ index, distance }) => ({
      segment,
      index: allowed[index] ?? 0,
      distance,
    }));
  const isAllowed = new Uint8Array(count);
  for (const position of allowed) isAllowed[position] = 1;
  return nearest(question, all, limit + excluded)
    .filter(({ index }) => isAllowed[index] === 1)
    .map((found) => ({ ...found, segment }));
}

function nearest({ query, dimension }: MatrixQuestion, matrix: Int8Array, limit: number) {
  const count = Math.min(limit, matrix.length / dimension);
  const { keys, distances } = exactSearch(matrix, query, dimension, count, MetricKind.IP, THREADS) as {
    keys: BigUint64Array;
    distances: Float32Array;
  };
  return Array.from(keys, (key, rank) => ({ index: Number(key), distance: distances[rank] ?? 0 }));
}

/** The chosen vectors, one after the other. */
function gathered(all: Int8Array, positions: Int32Array, dimension: number): Int8Array {
  const chosen = new Int8Array(positions.length * dimension);
  for (const [index, position] of positions.entries())
    chosen.set(all.subarray(position * dimension, (position + 1) * dimension), index * dimension);
  return chosen;
}
