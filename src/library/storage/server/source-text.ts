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

/** A query for a source of the person that is not deleted. */
export function sourceThere(db: Kysely<LibraryTables>, { person, sourceId }: OwnedSource) {
  return db
    .selectFrom('sources')
    .where('sources.id', '=', sourceId)
    .where('sources.person_id', '=', person)
    .where('sources.deleted_at', 'is', null);
}

export function readSourceText(
  db: Kysely<LibraryTables>,
  source: OwnedSource,
): Promise<{ title: string; content: string }> {
  return sourceThere(db, source).select(['title', 'content']).executeTakeFirstOrThrow(noSuchSource);
}
