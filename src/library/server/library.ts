import type { z } from 'zod';

import { highlightedRanges } from '../highlights/server/highlighted-ranges.ts';
import type { Keeps } from '../search/domain/fuse.ts';
import { raiseHighlighted } from '../search/domain/raise-highlighted.ts';
import type { FoundBy, SearchAnswer } from '../search/protocol.ts';
import { findSources, type SearchDependencies } from '../search/server/find-sources.ts';
import { type LibraryPassage, readPassages } from '../search/server/library-passages.ts';
import type { PassageFilter } from '../search/server/passage-search.ts';
import type { AddedSources, newSource } from '../sources/protocol.ts';
import { arePassagesOf } from '../storage/server/source-filter.ts';

interface PassageQuestion {
  readonly person: string;
  /** Any text; a message with the topic of its conversation finds more than the message alone. */
  readonly query: string;
  /** `excludedSources` apply before the limit, so that other sources take their places. */
  readonly filter?: PassageFilter;
  readonly limit: number;
  /** Maximum number of passages per source; 1 by default. */
  readonly perSource?: number;
  /** `local`: without a remote embedder. Default: `both`. */
  readonly by?: 'both' | 'local';
  /** Default: `all`. */
  readonly keeps?: Keeps;
}

interface PassageForQuestion extends LibraryPassage {
  readonly foundBy: FoundBy;
  /** Cosine of its source's best passage; null if the source was not found by meaning. */
  readonly similarity: number | null;
  /** 0 to 1, comparable within one answer only. */
  readonly score: number;
}

interface PassagesForQuestion {
  /** Best source first. */
  readonly passages: readonly PassageForQuestion[];
  /** Whether meaning was used, and the reason if it failed. */
  readonly meaning: SearchAnswer['meaning'];
}

interface NearnessQuestion {
  readonly person: string;
  readonly texts: readonly string[];
  /** Ids of passages. */
  readonly passages: readonly string[];
}

export interface LibrarySearch {
  search(question: PassageQuestion): Promise<PassagesForQuestion>;
  /**
   * The similarity of the passages of sources to the most similar of the texts, by passage id: cosines, scaled so that
   * 1 is the least at which a search finds something. Passages without vectors are missing.
   */
  nearness(question: NearnessQuestion): Promise<ReadonlyMap<string, number>>;
  /** In the order of the ids, without deleted ones and those of other people. */
  passages(person: string, ids: readonly string[]): Promise<readonly LibraryPassage[]>;
}

/** The interface of the library for other modes. */
export interface Library extends LibrarySearch {
  /**
   * Adds sources with one undo for all, as the route of sources does. `isOwn`: they are the person's own words,
   * whichever session they come from.
   */
  add(
    person: string,
    sources: readonly z.output<typeof newSource>[],
    how?: { readonly isOwn: boolean },
  ): Promise<AddedSources>;
}

/** Maximum number of compared passages. */
const MAX_NEAR = 2_000;
/** Number of sources beyond the limit that a highlight can raise. */
const MAX_RAISED = 5;

export function createLibrarySearch(dependencies: SearchDependencies): LibrarySearch {
  const db = dependencies.database.read;
  return {
    async search({ person, query, filter = {}, limit, perSource = 1, by = 'both', keeps = 'all' }) {
      const more = limit + MAX_RAISED;
      const request = { person, query, filter, limit: more, by, isTyped: by === 'local', keeps } as const;
      const { sources, meaning } = await findSources(dependencies, request);
      const marked = await highlightedRanges(db, { person, sources: sources.map(({ source }) => source) });
      const found = raiseHighlighted(sources, marked)
        .slice(0, limit)
        .flatMap(({ passages, score, foundBy, similarity }) =>
          passages.slice(0, perSource).map(({ id }) => ({ id, score, foundBy, similarity })),
        );
      const read = await readPassages(db, { person, ids: found.map(({ id }) => id) });
      const reasons = new Map(found.map(({ id, ...reason }) => [id, reason]));
      return {
        passages: read.flatMap((passage) => {
          const reason = reasons.get(passage.id);
          return reason ? [{ ...passage, ...reason }] : [];
        }),
        meaning,
      };
    },
    nearness: (question) => nearnessOf(dependencies, question),
    passages: (person, ids) => readPassages(db, { person, ids }),
  };
}

async function nearnessOf(
  { database, meaning, embedQueries }: SearchDependencies,
  { person, texts, passages }: NearnessQuestion,
): Promise<ReadonlyMap<string, number>> {
  const serving = passages.length === 0 || texts.length === 0 ? null : await meaning.servingOf(person);
  if (!serving) return new Map();
  const { embedder } = serving;
  const { key, threshold } = embedder.model;
  const rows = await database.read
    .selectFrom('passages')
    .select(['id', 'row', 'source_id'])
    .where(arePassagesOf(person))
    .where('id', 'in', [...passages])
    .execute();
  const idOf = new Map(rows.map(({ id, row }) => [row, id]));
  const scope = { person, filter: { sources: [...new Set(rows.map(({ source_id }) => source_id))] }, limit: MAX_NEAR };
  const nearness = new Map<string, number>();
  for (const vector of await embedQueries(embedder, { person, queries: texts }))
    for (const { row, score } of await meaning.vectors.search(vector, { ...scope, model: key })) {
      const id = idOf.get(row);
      if (id !== undefined) nearness.set(id, Math.max(score / threshold, nearness.get(id) ?? 0));
    }
  return nearness;
}
