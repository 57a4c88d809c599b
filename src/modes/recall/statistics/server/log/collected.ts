import { type RawBuilder, sql } from 'kysely';

import type { Database } from '#session/server/database.ts';

/**
 * A column of a group's rows as one text, a JSON array: a hundred thousand rows come in tens of milliseconds so, and in
 * hundreds one by one. The order is the engine's own; nothing is null or an empty array.
 */
export function collected(
  engine: Database<never>['engine'],
  column: RawBuilder<unknown>,
  where?: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const filter = where ? sql`filter (where ${where})` : sql``;
  return engine === 'sqlite'
    ? sql`json_group_array(${column}) ${filter}`
    : sql`cast(json_agg(${column}) ${filter} as text)`;
}
