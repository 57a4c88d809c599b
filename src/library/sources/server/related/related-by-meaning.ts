import type { Kysely } from 'kysely';

import type { Meaning } from '../../../search/server/meaning.ts';
import { arePassagesOf } from '../../../storage/server/passage-owner.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { RelatedTo } from './related-by-words.ts';

export interface NearPassage {
  readonly passage: number;
  /** Cosine. */
  readonly similarity: number;
  /** 0 to 1: from the least similarity that counts to equal. */
  readonly score: number;
}

/** Passages of the source that look for their nearest, spread over its text. */
const MAX_PROBES = 8;
const MAX_NEAREST = 24;
/** Two passages are more alike than a query and a passage. */
const ABOVE_THRESHOLD = 0.05;

/** The nearest passage of each source that is near to one by meaning. Empty while the source has no vectors. */
export async function relatedByMeaning(
  { read, meaning }: { read: Kysely<LibraryTables>; meaning: Meaning },
  { person, sourceId }: RelatedTo,
): Promise<ReadonlyMap<string, NearPassage>> {
  const serving = await meaning.servingOf(person);
  if (!serving) return new Map();
  const { key, dimension, threshold } = serving.embedder.model;
  const scope = { person, filter: { excludedSources: [sourceId] }, limit: MAX_NEAREST, model: key };
  const scores = new Map<number, number>();
  for (const vector of await probesOf(read, { person, sourceId, key, dimension }))
    for (const { row, score } of await meaning.vectors.search(vector, scope))
      if (score >= threshold + ABOVE_THRESHOLD) scores.set(row, Math.max(score, scores.get(row) ?? -1));
  return nearestOf(read, { person, scores, least: threshold + ABOVE_THRESHOLD });
}

async function probesOf(
  read: Kysely<LibraryTables>,
  { person, sourceId, key, dimension }: { person: string; sourceId: string; key: string; dimension: number },
): Promise<Float32Array[]> {
  const rows = await read
    .selectFrom('passages')
    .innerJoin('passage_vectors', (join) =>
      join
        .onRef('passage_vectors.person_id', '=', 'passages.person_id')
        .onRef('passage_vectors.hash', '=', 'passages.hash')
        .on('passage_vectors.model', '=', key)
        .on('passage_vectors.dimension', '=', dimension),
    )
    .select('passages.row')
    .where('passages.person_id', '=', person)
    .where('source_id', '=', sourceId)
    .orderBy('number')
    .execute();
  const step = Math.max(1, rows.length / MAX_PROBES);
  const chosen = rows.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  if (chosen.length === 0) return [];
  const vectors = await read
    .selectFrom('passages')
    .innerJoin('passage_vectors', 'passage_vectors.hash', 'passages.hash')
    .select('passage_vectors.vector')
    .where('passage_vectors.person_id', '=', person)
    .where('passage_vectors.model', '=', key)
    .where('passages.person_id', '=', person)
    .where(
      'passages.row',
      'in',
      chosen.map(({ row }) => row),
    )
    .execute();
  // Copied, because the bytes may begin where no float may.
  return vectors.map(({ vector }) => new Float32Array(Uint8Array.from(vector).buffer));
}

async function nearestOf(
  read: Kysely<LibraryTables>,
  { person, scores, least }: { person: string; scores: ReadonlyMap<number, number>; least: number },
): Promise<ReadonlyMap<string, NearPassage>> {
  const nearest = new Map<string, NearPassage>();
  if (scores.size === 0) return nearest;
  const rows = await read
    .selectFrom('passages')
    .select(['row', 'source_id', 'number'])
    .where(arePassagesOf(person))
    .where('row', 'in', [...scores.keys()])
    .execute();
  for (const { row, source_id: id, number: passage } of rows) {
    const similarity = scores.get(row) ?? 0;
    if (similarity > (nearest.get(id)?.similarity ?? -1))
      nearest.set(id, { passage, similarity, score: (similarity - least) / (1 - least) });
  }
  return nearest;
}
