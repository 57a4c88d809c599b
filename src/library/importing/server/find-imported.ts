import type { Kysely } from 'kysely';

import type { LibraryTables } from '../../storage/server/tables.ts';

/** Columns of a source that an update replaces and undo restores. */
export const RESTORED = [
  'title',
  'content',
  'tags',
  'aliases',
  'author',
  'url',
  'created_at',
  'created_on',
  'state',
  'problem',
  'left_out',
  'import_hash',
] as const;

/** Finds the sources of imported files by the keys of the files; deleted ones are left out. */
export async function findImported(db: Kysely<LibraryTables>, person: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('sources')
    .select(['id', 'import_key', 'edited_at', ...RESTORED])
    .where('person_id', '=', person)
    .where('import_key', 'in', [...keys])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.import_key ?? '', row]));
}

export type ImportedRow = Awaited<ReturnType<typeof findImported>> extends Map<string, infer Row> ? Row : never;

/**
 * Finds a source with this title and text that belongs to no file of this import: it was captured, or its file was
 * moved.
 */
export async function findSame(
  db: Kysely<LibraryTables>,
  person: string,
  same: { readonly title: string; readonly contentHash: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sources')
    .select('id')
    .where('person_id', '=', person)
    .where('content_hash', '=', same.contentHash)
    .where('content_hash', '!=', '')
    .where('title', '=', same.title)
    .where('origin', 'in', ['person', 'web', 'file'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
