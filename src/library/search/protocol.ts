import { z } from 'zod';

import { passage, sourceFilter, sourceSummary } from '../storage/protocol.ts';

/** Wire format of search. */

const MAX_QUERY = 2_000;

/**
 * `GET /api/library/search`. `words` answers at once; `both` waits for the query's vector. Any text is a query: there
 * are no operators.
 */
export const searchQuery = sourceFilter.extend({
  q: z.string().max(MAX_QUERY),
  by: z.enum(['words', 'both']).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});
export type SearchQuery = z.infer<typeof searchQuery>;

const foundBy = z.enum(['words', 'meaning', 'both']);
export type FoundBy = z.infer<typeof foundBy>;

/** A source with its best passage. */
const searchHit = z.object({
  source: sourceSummary,
  passage,
  /** The part of the passage that shows why it was found; `marks` are the matching words in it, as UTF-16 offsets. */
  snippet: z.object({ text: z.string(), marks: z.array(z.object({ start: z.int(), end: z.int() })) }),
  foundBy,
  /** Cosine of the embedding model, -1 to 1; null if it was not found by meaning. */
  similarity: z.number().nullable(),
  /** 0 to 1, comparable within one answer only. */
  score: z.number(),
  /** Numbers of the other passages of this source that were found. */
  morePassages: z.array(z.int()),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchAnswer = z.object({
  hits: z.array(searchHit),
  byWords: z.int(),
  byMeaning: z.int(),
  /** Duration of the whole search on the server. */
  milliseconds: z.number(),
  meaning: z.object({
    /** `used`; `unused`: not requested or nothing indexed; `failed`: the embedder failed, `problem` has the reason. */
    state: z.enum(['used', 'unused', 'failed']),
    problem: z.object({ message: z.string(), remedy: z.string() }).nullable(),
    /** Name of the model whose vectors were used. */
    model: z.string().nullable(),
    /** The least similarity of a hit by meaning, specific to the model. */
    threshold: z.number().nullable(),
    /** Number of sources that are not indexed yet. */
    waitingSources: z.int(),
  }),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
