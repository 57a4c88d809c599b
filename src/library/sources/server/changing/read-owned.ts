import type { Kysely, Selectable } from 'kysely';

import { areSourcesOf } from '../../../storage/server/source-filter.ts';
import { noSuchSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';

export const OWNED_COLUMNS = [
  'id',
  'kind',
  'origin',
  'bucket_id',
  'title',
  'url',
  'language',
  'tags',
  'created_at',
  'created_on',
  'archived_at',
  'deleted_at',
  'state',
  'problem',
  'version',
  'edited_at',
] as const;

export type OwnedRow = Pick<Selectable<LibraryTables['sources']>, (typeof OWNED_COLUMNS)[number]>;

/** Reads sources of a person in the given order, including deleted ones. Throws if one of them is not theirs. */
export async function readOwned(
  db: Kysely<LibraryTables>,
  person: string,
  ids: readonly string[],
): Promise<OwnedRow[]> {
  const rows = await db
    .selectFrom('sources')
    .select(OWNED_COLUMNS)
    .where(areSourcesOf(person))
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const row = byId.get(id);
    if (!row) throw noSuchSource();
    return row;
  });
}
