import { type Kysely, sql } from 'kysely';

import type { OwnedSource } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';

/** A source that waits to be read, from its address or from its uploaded file. */
export interface WaitingSource extends OwnedSource {
  readonly url: string | null;
}

/** Everybody who has waiting sources. */
export async function peopleWhoWait(db: Kysely<LibraryTables>): Promise<readonly string[]> {
  const rows = await waiting(db).select('person_id').distinct().orderBy('person_id').execute();
  return rows.map(({ person_id: person }) => person);
}

/**
 * The waiting sources of a person, newest first. Those that killed a reader, or that were being read when a server
 * ended, come last and are flagged.
 */
export async function readWaiting(
  db: Kysely<LibraryTables>,
  { person, limit }: { readonly person: string; readonly limit: number },
): Promise<(WaitingSource & { readonly hasEndedReader: boolean })[]> {
  const rows = await waiting(db)
    .leftJoin('source_readings as reading', 'reading.source_id', 'sources.id')
    .select(['sources.id', 'url', 'origin', 'reading.source_id as ended'])
    .where('sources.person_id', '=', person)
    .orderBy(sql`case when reading.source_id is null then 0 else 1 end`)
    .orderBy('added_at', 'desc')
    .orderBy('sources.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, url, origin, ended }) => ({
    person,
    sourceId: id,
    url: origin === 'file' ? null : url,
    hasEndedReader: ended !== null,
  }));
}

/** The subset of `ids` that still waits: not deleted, cancelled or given a text meanwhile. */
export async function stillWaiting(db: Kysely<LibraryTables>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await waiting(db).select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

function waiting(db: Kysely<LibraryTables>) {
  return db.selectFrom('sources').where('state', '=', 'waiting').where('deleted_at', 'is', null);
}
