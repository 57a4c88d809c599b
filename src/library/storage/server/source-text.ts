import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { LibraryTables } from './tables.ts';

export interface OwnedSource {
  readonly person: string;
  readonly sourceId: string;
}

export function noSuchSource(): AppError {
  return new AppError('not-found', 'There is no such source.');
}

/** Title and content of a source that is not deleted. */
export async function readSourceText(
  db: Kysely<LibraryTables>,
  { person, sourceId }: OwnedSource,
): Promise<{ title: string; content: string }> {
  const row = await db
    .selectFrom('sources')
    .select(['title', 'content'])
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw noSuchSource();
  return row;
}
