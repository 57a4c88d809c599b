import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { LibraryTables } from '#library/storage/server/tables.ts';
import { rangeOfSentence } from '#point-writer/domain/range-of-sentence.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import type { SourceOfPoint } from '../../protocol.ts';

type Tables = RecallTables & LibraryTables;
/** Selects points of a person: by id, by set, or by source. */
export type Wanted = { readonly person: string } & (
  | { readonly pointIds: readonly string[] }
  | { readonly setId: string }
  | { readonly sourceId: string }
);

/** Sources that points were made from, by point id. Excludes deleted sources. */
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
        passage: passageOf.get(row) ?? (row.sentence === null ? row.number : null),
      },
    ]),
  );
}

function rowsOf(db: Kysely<Tables>, wanted: Wanted) {
  const query = db
    .selectFrom('recall_points')
    .innerJoin('sources', 'sources.id', 'recall_points.source_id')
    // Finds the passage by the offset at which the point was made. The source can have changed since.
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

/** Maximum number of characters to search for sentences that have moved. The search stops after that. */
const MAX_SEARCHED = 50_000_000;
const ROWS_AT_ONCE = 50;

/** Number of the passage that contains each sentence now. */
async function findPassages(db: Kysely<Tables>, person: string, rows: readonly Row[]): Promise<Map<Row, number>> {
  const found = new Map<Row, number>();
  const moved: (Row & { sentence: string })[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await setImmediate();
    const { sentence, text, number } = row;
    if (sentence === null) continue;
    if (text !== null && number !== null && rangeOfSentence(text, sentence) !== null) found.set(row, number);
    else moved.push(row as Row & { sentence: string });
  }
  if (moved.length === 0) return found;
  const passages = await db
    .selectFrom('passages')
    .select(['source_id', 'number', 'text'])
    .where('source_id', 'in', [...new Set(moved.map(({ source }) => source))])
    .where('person_id', '=', person)
    .orderBy('number')
    .execute();
  const bySource = Map.groupBy(passages, ({ source_id }) => source_id);
  let searched = 0;
  for (const row of moved) {
    await setImmediate();
    for (const { text, number } of bySource.get(row.source) ?? []) {
      if (searched > MAX_SEARCHED) return found;
      searched += text.length;
      if (rangeOfSentence(text, row.sentence) === null) continue;
      found.set(row, number);
      break;
    }
  }
  return found;
}
