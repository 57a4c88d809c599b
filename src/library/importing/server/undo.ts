import type { Kysely, Transaction } from 'kysely';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import { holdsSources, writeBucket } from '../../sources/server/buckets/bucket-rows.ts';
import { updateSource } from '../../sources/server/writing/write-source.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { ImportDependencies } from './import-texts.ts';
import type { Before } from './run-changes.ts';

/** Sources of one transaction: few, so that other writers need not wait. */
const SOURCES_AT_ONCE = 20;
/** Stands in place of the hash of the file for a source that was taken back. */
const TAKEN_BACK = '';

interface TakingBack {
  readonly person: string;
  readonly run: string;
}

/** Takes a run of an import back. Sources that were edited or imported again since stay as they are. */
export function importUndoHandlers(dependencies: ImportDependencies): UndoHandlers {
  const { database, notify } = dependencies;
  return {
    imported: {
      async before({ person, reversal, now }) {
        const { run } = reversal as { run: string };
        const ids = (await unchanged(database.read, { person, run }).execute()).map(({ item_id: id }) => id);
        for (let at = 0; at < ids.length; at += SOURCES_AT_ONCE) {
          const some = ids.slice(at, at + SOURCES_AT_ONCE);
          await database.write((trx) => takeBack(trx, dependencies, { person, run, ids: some, now }));
        }
      },
      async reverse(trx: Transaction<LibraryTables>, { person, reversal, now }) {
        const changes = changesOf(trx, { person, run: (reversal as { run: string }).run });
        const isOne = await changes.select('item_id').where('import_hash', '=', TAKEN_BACK).limit(1).executeTakeFirst();
        if (!isOne)
          throw changedSince('What was imported has been changed or deleted since. Change it where it stands.');
        for (const { item_id: bucketId } of await changes.select('item_id').where('item', '=', 'bucket').execute())
          if (!(await holdsSources(trx, { person, bucketId })))
            await writeBucket(trx, { person, bucketId }, { deleted_at: now });
        await trx
          .deleteFrom('import_changes')
          .where('person_id', '=', person)
          .where('run', '=', (reversal as { run: string }).run)
          .execute();
      },
      after: ({ person }) => notify(person, []),
    },
  };
}

function changesOf(db: Kysely<LibraryTables>, { person, run }: TakingBack) {
  return db.selectFrom('import_changes').where('import_changes.person_id', '=', person).where('run', '=', run);
}

/** Sources that are still as the run left them. */
function unchanged(db: Kysely<LibraryTables>, of: TakingBack) {
  return changesOf(db, of)
    .innerJoin('sources', 'sources.id', 'import_changes.item_id')
    .select('item_id')
    .where('item', '=', 'source')
    .where('edited_at', 'is', null)
    .where('deleted_at', 'is', null)
    .whereRef('import_changes.import_hash', '=', 'sources.import_hash');
}

async function takeBack(
  trx: Transaction<LibraryTables>,
  dependencies: ImportDependencies,
  { person, run, ids, now }: TakingBack & { readonly ids: readonly string[]; readonly now: number },
): Promise<void> {
  const rows = await unchanged(trx, { person, run })
    .select('before')
    .where('item_id', 'in', [...ids])
    .execute();
  for (const { item_id: sourceId, before } of rows) {
    const columns = before === null ? { deleted_at: now } : (JSON.parse(before) as Before);
    await updateSource(trx, dependencies, { person, sourceId, columns, at: now });
  }
  await trx
    .updateTable('import_changes')
    .set({ import_hash: TAKEN_BACK })
    .where('person_id', '=', person)
    .where('run', '=', run)
    .where(
      'item_id',
      'in',
      rows.map(({ item_id: id }) => id),
    )
    .execute();
}
