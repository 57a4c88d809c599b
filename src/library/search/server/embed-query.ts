import type { Embedder } from '#embedding/server/embedder.ts';

/** The embedded embedder takes a second to load, and may have passages to finish first. */
const MAX_EMBEDDING_MS = 6_000;
const MAX_KNOWN = 200;

/** The vector of a query, or the error for which there is none. */
export type EmbedQuery = (embedder: Embedder, query: string) => Promise<Float32Array>;

/** Embeds queries within a time limit. Those of the last minutes are known: the page asks again with another filter. */
export function createEmbedQuery(): EmbedQuery {
  const known = new Map<string, Float32Array>();
  return async (embedder, query) => {
    const key = `${embedder.model.key}\0${query}`;
    const vector = known.get(key) ?? (await embed(embedder, query));
    known.delete(key);
    known.set(key, vector);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return vector;
  };
}

async function embed(embedder: Embedder, query: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([query], 'query', AbortSignal.timeout(MAX_EMBEDDING_MS));
  if (!vector) throw new Error('The embedder answered without a vector');
  return vector;
}
