import type { Embedder } from '#embedding/server/embedder.ts';
import { keepLatest } from '#kernel/keep-latest.ts';
import { Turns } from '#worker-thread/server/turns.ts';

/** The embedded embedder takes a second to load, and may have to finish passages first. */
const MAX_EMBEDDING_MS = 6_000;
const MAX_KNOWN = 500;

/** Resolves with the vectors of a person's queries in their order; rejects with the reason if there are none. */
export type EmbedQueries = (
  embedder: Embedder,
  asked: { readonly person: string; readonly queries: readonly string[] },
) => Promise<readonly Float32Array[]>;

/**
 * Embeds queries within a time limit, in as few calls as the embedder allows. Queries of one person wait for each
 * other, so that nobody waits for another person's many queries. Vectors of the last minutes are cached: the page asks
 * again with another filter, and a session compares the same points again.
 */
export function createEmbedQueries(): EmbedQueries {
  const known = new Map<string, Float32Array>();
  const turns = new Turns(Infinity);
  return async (embedder, { person, queries }) => {
    const keyOf = (query: string) => `${embedder.model.key}\0${query}`;
    const found = new Map<string, Float32Array>();
    const take = (query: string, vector: Float32Array | undefined) => {
      if (!vector) throw new Error('The embedder answered without a vector');
      found.set(query, keepLatest(known, [keyOf(query), vector], MAX_KNOWN));
    };
    const left = new Set(queries);
    while (left.size > 0)
      await turns.take(person, async () => {
        for (const query of left)
          if (known.has(keyOf(query)) && left.delete(query)) take(query, known.get(keyOf(query)));
        const batch = [...left].slice(0, embedder.batchSize);
        if (batch.length === 0) return;
        const vectors = await embedder.embed(batch, 'query', AbortSignal.timeout(MAX_EMBEDDING_MS));
        for (const [index, query] of batch.entries()) if (left.delete(query)) take(query, vectors[index]);
      });
    return queries.flatMap((query) => found.get(query) ?? []);
  };
}
