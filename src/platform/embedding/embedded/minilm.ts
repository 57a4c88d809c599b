import type { EmbeddingModel } from '#embedding/server/embedder.ts';
import { embeddedEmbedding } from '#language-model/domain/embedding-facts.ts';

/** all-MiniLM-L6-v2. */
export const minilm: EmbeddingModel = {
  key: 'embedded/all-MiniLM-L6-v2/384/1',
  name: 'Embedded embedder',
  ...embeddedEmbedding,
};
