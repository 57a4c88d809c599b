import type { Transaction } from 'kysely';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { noSuchSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { namesOf } from '../undo/labels.ts';
import type { SourcesMarked } from '../undo/source-actions.ts';
import { readOwned } from './read-owned.ts';

type Deleting = Pick<LibraryDependencies, 'undo' | 'now'>;

/** Deletes sources, with one undo for all. Those that are deleted already are left out. */
export async function deleteSources(
  trx: Transaction<LibraryTables>,
  { undo, now }: Deleting,
  { person, ids }: { person: string; ids: readonly string[] },
): Promise<readonly string[]> {
  const rows = (await readOwned(trx, person, ids)).filter(({ deleted_at: deletedAt }) => deletedAt === null);
  if (rows.length === 0) return [];
  const reversal: SourcesMarked = { ids: rows.map(({ id }) => id), at: now() };
  const { numUpdatedRows } = await trx
    .updateTable('sources')
    .set({ deleted_at: reversal.at })
    .where('person_id', '=', person)
    .where('id', 'in', reversal.ids)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== rows.length) throw noSuchSource();
  await undo.record(trx, { person, kind: 'sources-deleted', label: `Deleted ${namesOf(rows)}`, reversal });
  return reversal.ids;
}
