import type { Kysely } from 'kysely';

import type { Meaning, WordIndex } from '../../../search/server/passage-search.ts';
import type { ProgressOf } from '../../../storage/server/dependencies.ts';
import { letOthersGo } from '../../../storage/server/let-others-go.ts';
import { arePassagesOf } from '../../../storage/server/source-filter.ts';
import { noSuchSource, type OwnedSource, sourceThere } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { whyRelated } from '../../domain/why-related.ts';
import type { RelatedSources } from '../../protocol.ts';
import { readBacklinks, readLinks } from '../reading/links.ts';
import { readSummaries } from '../reading/list-sources.ts';
import { relatedByWords, type RelatedTo } from './related-by-words.ts';

/** Number of passages of the source whose nearest passages are searched, spread over its text. */
const MAX_PROBES = 8;
/** Passages read per probe, because some passages have no vector yet. */
const PASSAGES_PER_PROBE = 20;
const MAX_NEAREST = 24;
/** Two passages are more similar to each other than a query is to a passage, so the threshold is higher. */
const ABOVE_THRESHOLD = 0.05;

export interface Relating {
  readonly read: Kysely<LibraryTables>;
  readonly words: WordIndex;
  readonly meaning: Meaning;
  readonly progressOf: ProgressOf;
}

const MAX_RELATED = 6;
/** A link is a person's statement, so it counts more than any computed similarity. */
const LINK_SCORE = 1;
/** Shared words are weaker evidence than near meaning. */
const WORDS_SHARE = 0.6;

/** The sources nearest to one: linked, near by meaning, or with telling words in common. */
export async function relatedSources(relating: Relating, owned: OwnedSource): Promise<RelatedSources> {
  const { read } = relating;
  const { person, sourceId } = owned;
  const source = await sourceThere(read, owned)
    .select(['title', 'content', 'language', 'import_key as importKey', 'aliases'])
    .executeTakeFirstOrThrow(noSuchSource);
  const to = { ...owned, ...source };
  await letOthersGo(source.content);
  const near = await relatedByMeaning(relating, to);
  await letOthersGo(source.content);
  const sharing = await relatedByWords(relating, to);
  await letOthersGo(source.content);
  const here = new Set((await readBacklinks(read, to)).map(({ sourceId: id }) => id));
  const linked = new Set(
    (await readLinks(read, to)).flatMap(({ sourceId: id }) => (id === sourceId ? [] : (id ?? []))),
  );
  const scoreOf = (id: string) =>
    (here.has(id) || linked.has(id) ? LINK_SCORE : 0) +
    (near.get(id)?.score ?? 0) +
    (sharing.get(id)?.score ?? 0) * WORDS_SHARE;
  const ids = [...new Set([...here, ...linked, ...near.keys(), ...sharing.keys()])]
    .map((id) => ({ id, score: scoreOf(id) }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
  const summaries = await readSummaries(relating, person, ids);
  return {
    related: summaries
      .filter(({ archivedAt }) => archivedAt === null)
      .slice(0, MAX_RELATED)
      .map((summary) => {
        const [meaning, words] = [near.get(summary.id), sharing.get(summary.id)];
        return {
          source: summary,
          passage: meaning?.passage ?? words?.passage ?? 1,
          why: whyRelated({
            linksHere: here.has(summary.id),
            isLinked: linked.has(summary.id),
            isSimilar: meaning !== undefined,
            shared: words?.shared ?? [],
          }),
        };
      }),
  };
}

interface NearPassage {
  readonly passage: number;
  /** Cosine. */
  readonly similarity: number;
  /** 0 to 1: from the least similarity that counts to identity. */
  readonly score: number;
}

/** The nearest passage of each source that is near to one by meaning. Empty while the source has no vectors. */
async function relatedByMeaning(
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
  const { last } = await read
    .selectFrom('passages')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  // Only some passages of a long source are used.
  const spread = Math.max(1, Math.floor(Number(last ?? 0) / (MAX_PROBES * PASSAGES_PER_PROBE)));
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
    .where((eb) => eb(eb('number', '%', spread), '=', 0))
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
  // Copied, because the bytes may be at an address that is not aligned for floats.
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
