import type { Embedder } from '#embedding/server/embedder.ts';
import { keepLatest } from '#kernel/keep-latest.ts';
import { Turns } from '#worker-thread/server/turns.ts';

/** The embedded embedder takes a second to load, and may have passages to finish first. */
const MAX_EMBEDDING_MS = 6_000;
const MAX_KNOWN = 200;

/** The vector of a person's query, or the error for which there is none. */
export type EmbedQuery = (embedder: Embedder, asked: { person: string; query: string }) => Promise<Float32Array>;

/**
 * Embeds queries within a time limit, one of each person at a time, so that nobody waits for another's many. Those of
 * the last minutes are known: the page asks again with another filter.
 */
export function createEmbedQuery(): EmbedQuery {
  const known = new Map<string, Float32Array>();
  const turns = new Turns(Infinity);
  return (embedder, { person, query }) => {
    const signal = AbortSignal.timeout(MAX_EMBEDDING_MS);
    return turns.take(person, async () => {
      const key = `${embedder.model.key}\0${query}`;
      const vector = known.get(key) ?? (await embedder.embed([query], 'query', signal))[0];
      if (!vector) throw new Error('The embedder answered without a vector');
      return keepLatest(known, [key, vector], MAX_KNOWN);
    });
  };
}
