import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';

import { prose } from './prose.ts';

/** Times the embedded embedder and prints `EmbeddingFigures`. */

export interface EmbeddingFigures {
  /** Passages per second, once the model is loaded. */
  readonly rate: number;
  /** Growth of resident memory while the thread works. */
  readonly residentMb: number;
}

const PASSAGES = 16;
/** A passage of about 130 words. */
const CHARACTERS = 800;

const text = prose(PASSAGES * CHARACTERS);
const passages = Array.from({ length: PASSAGES }, (_, index) =>
  text.slice(index * CHARACTERS, (index + 1) * CHARACTERS),
);
const { signal } = new AbortController();
const before = process.memoryUsage.rss();
const embedder = createEmbeddedEmbedder();
await embedder.embed(passages.slice(0, 1), 'passage', signal);
const began = performance.now();
await embedder.embed(passages, 'passage', signal);
const rate = PASSAGES / ((performance.now() - began) / 1_000);
const residentMb = (process.memoryUsage.rss() - before) / 1024 ** 2;
await embedder.close();
const figures: EmbeddingFigures = { rate, residentMb };
console.log(JSON.stringify(figures));
