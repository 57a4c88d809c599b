import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * The condition that passages are a person's, for queries that name their rows. It keeps SQLite from going through all
 * of the person's passages instead.
 */
export function arePassagesOf(person: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`passages.person_id || '' = ${person}`;
}
