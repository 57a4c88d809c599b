import { type Kysely, sql } from 'kysely';

import type { AnyTables, PersonTable, Row } from './person-data.ts';

const ROWS_AT_ONCE = 500;

interface Wanted {
  readonly name: string;
  readonly table: PersonTable;
  readonly person: string;
}

/** A person's rows of a table in the order of its key, read in parts. */
export async function* rowsOf(read: Kysely<AnyTables>, { name, table, person }: Wanted): AsyncGenerator<Row> {
  const { key, owner = 'person_id', rowsAtOnce = ROWS_AT_ONCE } = table;
  let last: Row | undefined;
  do {
    let query = read.selectFrom(name).selectAll().where(owner, '=', person).limit(rowsAtOnce);
    for (const column of key) query = query.orderBy(column);
    if (last) query = query.where(isAfter(key, last));
    const rows: Row[] = await query.execute();
    yield* rows;
    last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  } while (last);
}

function isAfter(key: readonly string[], last: Row) {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return sql<boolean>`(${columns}) > (${sql.join(key.map((column) => last[column]))})`;
}
