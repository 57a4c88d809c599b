import { expect, test } from 'vitest';

import { tablesOf, type Database } from '#database/server/database.ts';

import { eachEngine } from '../../../fixtures/database/each-engine.ts';
import { rows } from '../../../fixtures/databases/0038-device-words.ts';

/** PostgreSQL returns bytes as a Buffer, SQLite as a plain array. */
function withPlainBytes(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? Uint8Array.from(value) : value]),
  );
}
import type { MetaTables } from './migrate.ts';

type FixtureTables = typeof rows;

eachEngine('the store', (open) => {
  async function openMeta(): Promise<Database<MetaTables>> {
    return tablesOf<MetaTables>(await open());
  }
  async function keys(database: Database<MetaTables>): Promise<string[]> {
    const rows = await database.read.selectFrom('meta').select('key').where('key', '!=', 'lineage').execute();
    return rows.map((row) => row.key).toSorted();
  }
  function put(database: Database<MetaTables>, key: string): Promise<void> {
    return database.write(async (trx) => {
      await trx.insertInto('meta').values({ key, value: key }).execute();
    });
  }

  test('reads return written data', async () => {
    const database = await openMeta();
    await put(database, 'a');
    expect(await keys(database)).toEqual(['a']);
  });

  test('each database starts empty with its own lineage', async () => {
    const first = await open();
    expect(await keys(tablesOf<MetaTables>(first))).toEqual([]);
    expect(first.lineage).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a failing write does not affect concurrent ones', async () => {
    const database = await openMeta();
    await put(database, 'there');
    const results = await Promise.allSettled([
      put(database, 'a'),
      put(database, 'there'),
      database.write(async (trx) => {
        await trx.insertInto('meta').values({ key: 'undone', value: '' }).execute();
        throw new Error('changed my mind');
      }),
      put(database, 'b'),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ reason: { message: 'changed my mind' } });
    expect(await keys(database)).toEqual(['a', 'b', 'there']);
  });

  test('a read does not see uncommitted writes', async () => {
    const database = await openMeta();
    const writing = put(database, 'a');
    await writing;
    await database
      .write(async (trx) => {
        await trx.deleteFrom('meta').where('key', '=', 'a').execute();
        throw new Error('undone');
      })
      .catch(() => {});
    expect(await keys(database)).toEqual(['a']);
  });

  test('after close a write is refused', async () => {
    const database = await open();
    await database.close();
    await expect(database.write(() => Promise.resolve())).rejects.toMatchObject({ kind: 'stopping' });
  });

  test('every table exists, large integers stay numbers, and deletes cascade', async () => {
    const database = tablesOf<FixtureTables>(await open());
    await database.write(async (trx) => {
      for (const [table, row] of Object.entries(rows))
        await trx
          .insertInto(table as 'people')
          .values(row as typeof rows.people)
          .execute();
    });
    for (const [table, row] of Object.entries(rows)) {
      const found = await database.read
        .selectFrom(table as 'people')
        .selectAll()
        .execute();
      expect(found.map(withPlainBytes)).toEqual([row]);
    }
    const { total, count } = await database.read
      .selectFrom('people')
      .select((eb) => [eb.fn.sum<number>('created_at').as('total'), eb.fn.countAll<number>().as('count')])
      .executeTakeFirstOrThrow();
    expect({ total, count }).toEqual({ total: rows.people.created_at, count: 1 });

    await database.write((trx) => trx.deleteFrom('people').execute());
    const { servers: _, duties: __, ...ofPeople } = rows;
    for (const table of Object.keys(ofPeople)) {
      const left = await database.read
        .selectFrom(table as 'people')
        .selectAll()
        .execute();
      // The default weights belong to nobody.
      expect(left).toHaveLength(table === 'fsrs_weights' ? 1 : 0);
    }
  });
});
