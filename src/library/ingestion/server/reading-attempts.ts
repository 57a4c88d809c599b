import type { Kysely, Transaction } from 'kysely';

import type { OwnedSource } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';

/**
 * Notes that a reading begins. If the server ends before the reading does, for any reason, the note remains, and the
 * next server reads other sources first.
 */
export async function noteBeginning(
  trx: Transaction<LibraryTables>,
  { person, sourceId }: OwnedSource,
  at: number,
): Promise<void> {
  await trx
    .insertInto('source_readings')
    .columns(['source_id', 'person_id', 'begun_at'])
    .expression((eb) =>
      eb
        .selectFrom('sources')
        .select(['id', 'person_id', eb.val(at).as('begun_at')])
        .where('id', '=', sourceId)
        .where('person_id', '=', person),
    )
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ begun_at: at }))
    .execute();
}

/** Notes that the source has killed its reader. Resolves with how often it has. */
export async function noteReaderEnd(
  trx: Transaction<LibraryTables>,
  { person, sourceId }: OwnedSource,
): Promise<number> {
  const row = await trx
    .updateTable('source_readings')
    .set((eb) => ({ begun_at: null, reader_ends: eb('reader_ends', '+', 1) }))
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .returning('reader_ends')
    .executeTakeFirst();
  return row?.reader_ends ?? 0;
}

/** Clears the notes of a source that was read, was given up, or is to be read as if for the first time. */
export async function forgetReadings(db: Kysely<LibraryTables>, { person, sourceId }: OwnedSource): Promise<void> {
  await db.deleteFrom('source_readings').where('source_id', '=', sourceId).where('person_id', '=', person).execute();
}
