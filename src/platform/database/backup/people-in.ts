import type { DatabaseSync } from 'node:sqlite';

/** Who has access by a database, with the stored form of their token. Databases of any version have these columns. */
export interface PersonWithAccess {
  readonly id: string;
  readonly name: string;
  readonly tokenHash: string;
}

/** The people with access, the first person first. */
export function peopleIn(database: DatabaseSync): readonly PersonWithAccess[] {
  return database
    .prepare('select * from people order by created_at, id')
    .all()
    .filter((row) => (row['removing_at'] ?? null) === null)
    .map((row) => ({ id: String(row['id']), name: String(row['name']), tokenHash: String(row['token_hash']) }));
}

/**
 * The names of those whose links are valid in the restored data and were not any more in the data before. The first person
 * signs in with the token of the data folder, whatever the data say.
 */
export function validAgain(
  restored: readonly PersonWithAccess[],
  before: readonly PersonWithAccess[],
): readonly string[] {
  const known = new Map(before.map(({ id, tokenHash }) => [id, tokenHash]));
  return restored
    .slice(1)
    .filter(({ id, tokenHash }) => known.get(id) !== tokenHash)
    .map(({ name }) => name);
}
