import type { Kysely } from 'kysely';

import type { LibraryTables } from '#library/storage/server/tables.ts';
import { rangeOfSentence } from '#point-writer/domain/range-of-sentence.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import type { SourceOfPoint } from '../../protocol.ts';

type Tables = RecallTables & LibraryTables;
/** The points to look at: some of the person's, those of a set, or those of a source. */
export type Wanted = { readonly person: string } & (
  | { readonly pointIds: readonly string[] }
  | { readonly setId: string }
  | { readonly sourceId: string }
);

/** The sources that points were made of, by the point's id; without sources that were deleted. */
export async function readSourcesOfPoints(
  db: Kysely<RecallTables>,
  wanted: Wanted,
): Promise<ReadonlyMap<string, SourceOfPoint>> {
  const tables = db as unknown as Kysely<Tables>;
  const rows = await rowsOf(tables, wanted);
  const passageOf = await findPassages(tables, wanted.person, rows);
  return new Map(
    rows.map((row) => [
      row.point,
      {
        sourceId: row.source,
        title: row.title === '' ? row.preview : row.title,
        kind: row.kind,
        origin: row.origin,
        sentence: row.sentence ?? '',
        passage: passageOf(row),
      },
    ]),
  );
}

function rowsOf(db: Kysely<Tables>, wanted: Wanted) {
  const query = db
    .selectFrom('recall_points')
    .innerJoin('sources', 'sources.id', 'recall_points.source_id')
    // By where the sentence was when the point was made; the source may have changed since.
    .leftJoin('passages', (join) =>
      join
        .onRef('passages.source_id', '=', 'sources.id')
        .onRef('passages.start_offset', '<=', 'recall_points.source_start')
        .onRef('passages.end_offset', '>', 'recall_points.source_start'),
    )
    .select(['recall_points.id as point', 'source_sentence as sentence', 'sources.id as source'])
    .select(['sources.title', 'sources.preview', 'sources.kind', 'sources.origin', 'passages.number', 'passages.text'])
    .where('recall_points.person_id', '=', wanted.person)
    .where('sources.person_id', '=', wanted.person)
    .where('sources.deleted_at', 'is', null);
  if ('setId' in wanted) return query.where('set_id', '=', wanted.setId).execute();
  if ('sourceId' in wanted) return query.where('sources.id', '=', wanted.sourceId).execute();
  return query.where('recall_points.id', 'in', [...wanted.pointIds]).execute();
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** Finds the passage that a sentence is in now. */
async function findPassages(db: Kysely<Tables>, person: string, rows: readonly Row[]) {
  const isInPlace = ({ sentence, text }: Row) =>
    sentence !== null && text !== null && rangeOfSentence(text, sentence) !== null;
  const moved = new Set(rows.filter((row) => !isInPlace(row)).map(({ source }) => source));
  const passages =
    moved.size === 0
      ? []
      : await db
          .selectFrom('passages')
          .select(['source_id', 'number', 'text'])
          .where('source_id', 'in', [...moved])
          .where('person_id', '=', person)
          .orderBy('number')
          .execute();
  const bySource = Map.groupBy(passages, ({ source_id }) => source_id);
  return (row: Row): number | null => {
    const { sentence } = row;
    if (sentence === null || isInPlace(row)) return row.number;
    const found = bySource.get(row.source)?.find(({ text }) => rangeOfSentence(text, sentence) !== null);
    return found?.number ?? null;
  };
}
