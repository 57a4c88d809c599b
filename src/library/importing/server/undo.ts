import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import { holdsSources, writeBucket } from '../../sources/server/buckets/bucket-rows.ts';
import { updateSource } from '../../sources/server/writing/write-source.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { Before } from './run-changes.ts';
import type { ImportDependencies } from './write-imported.ts';

type Writing = Transaction<LibraryTables>;

/** Undoes a run of an import. Sources that were edited or imported again since remain as they are. */
export function importUndoHandlers(dependencies: Omit<ImportDependencies, 'importThread'>): UndoHandlers {
  return {
    imported: {
      async reverse(trx: Writing, { person, reversal, now }) {
        const { run } = reversal as { run: string };
        const rows = await trx
          .selectFrom('import_changes')
          .leftJoin('sources', 'sources.id', 'import_changes.item_id')
          .select([
            'item',
            'item_id',
            'before',
            'deleted_at',
            'edited_at',
            'import_changes.import_hash',
            'sources.import_hash as present',
          ])
          .where('import_changes.person_id', '=', person)
          .where('run', '=', run)
          .execute();
        const sources = rows.filter(
          (row) =>
            row.item === 'source' &&
            row.edited_at === null &&
            row.import_hash === row.present &&
            row.deleted_at === null,
        );
        if (sources.length === 0)
          throw changedSince('What was imported has been changed or deleted since. Change it where it stands.');
        for (const { item_id: sourceId, before } of sources) {
          const columns = before === null ? { deleted_at: now } : (JSON.parse(before) as Before);
          await updateSource(trx, dependencies, { person, sourceId, columns, at: now });
        }
        for (const { item, item_id: bucketId } of rows)
          if (item === 'bucket' && !(await holdsSources(trx, { person, bucketId })))
            await writeBucket(trx, { person, bucketId }, { deleted_at: now });
        await trx.deleteFrom('import_changes').where('person_id', '=', person).where('run', '=', run).execute();
      },
      after: ({ person }) => dependencies.notify(person, []),
    },
  };
}
