import type { EmbeddingModel } from '#embedding/server/embedder.ts';

/**
 * all-MiniLM-L6-v2. It reads 256 tokens and cuts the rest silently, so passages have at most 150 words. Threshold: over
 * eight questions and the passage that answers each, the cosines of pairs that belong together are .33 to .67, and 95
 * of 100 pairs that do not are below .20. Weight: best of 0 to 1 on a collection of technical abstracts.
 */
export const minilm: EmbeddingModel = {
  key: 'embedded/all-MiniLM-L6-v2/384/1',
  name: 'Embedded embedder',
  dimension: 384,
  languages: ['en'],
  threshold: 0.3,
  weight: 0.6,
  maxWords: 150,
};
