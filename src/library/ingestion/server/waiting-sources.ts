import { type Kysely, sql } from 'kysely';

import type { OwnedSource } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';

/** A source that is to be read: from its address, unless it was given as a file. */
export interface WaitingSource extends OwnedSource {
  readonly url: string | null;
}

/** Everybody who has sources that wait. */
export async function peopleWhoWait(db: Kysely<LibraryTables>): Promise<readonly string[]> {
  const rows = await waiting(db).select('person_id').distinct().orderBy('person_id').execute();
  return rows.map(({ person_id: person }) => person);
}

/**
 * Those of a person, newest first. Those that ended a reader, or whose reading a server did not survive, come last, and
 * are named as such.
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

/** Those of `ids` that still wait: not deleted, not cancelled, not given a text meanwhile. */
export async function stillWaiting(db: Kysely<LibraryTables>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await waiting(db).select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

function waiting(db: Kysely<LibraryTables>) {
  return db.selectFrom('sources').where('state', '=', 'waiting').where('deleted_at', 'is', null);
}
