import { sql, type Kysely, type Transaction } from 'kysely';

/** Which server process has the database. One row, named `server`; its times are by the database's clock. */
export interface ServingTables {
  serving: {
    name: string;
    /** Raised with each server that takes the database. Every write of a server checks it. */
    epoch: number;
    host: string;
    pid: number;
    address: string | null;
    since: number;
    /** The last sign of life; 0 after a clean stop. */
    beat_at: number;
  };
}

export type ServingRow = ServingTables['serving'];

const NAME = 'server';
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The row and how long ago its server gave a sign of life, in ms; undefined if no server has had the database yet. */
export async function readServing(db: Kysely<ServingTables>): Promise<(ServingRow & { silentMs: number }) | undefined> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('serving') is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere !== true) return undefined;
  return db
    .selectFrom('serving')
    .selectAll()
    .select(sql<number>`${NOW} - beat_at`.as('silentMs'))
    .where('name', '=', NAME)
    .executeTakeFirst();
}

/**
 * Takes the row for a process if its epoch is still `before`; undefined if another one was faster. Waits for
 * transactions of the server before: each of them holds the row (`holdEpoch`).
 */
export async function takeServing(
  trx: Transaction<ServingTables>,
  before: number | undefined,
  process: { host: string; pid: number },
): Promise<number | undefined> {
  const taken = { ...process, address: null, since: NOW, beat_at: NOW };
  if (before === undefined) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('serving')
      .values({ name: NAME, epoch: 1, ...taken })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n ? 1 : undefined;
  }
  // An update alone would not wait for them, since it leaves the key as it is.
  const row = await trx
    .selectFrom('serving')
    .select('epoch')
    .where('name', '=', NAME)
    .where('epoch', '=', before)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  await trx
    .updateTable('serving')
    .set({ ...taken, epoch: before + 1 })
    .where('name', '=', NAME)
    .execute();
  return before + 1;
}

/** Gives a sign of life. False if another process has taken the database. */
export async function beat(db: Kysely<ServingTables>, epoch: number, address: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('serving')
    .set({ beat_at: NOW, address })
    .where('name', '=', NAME)
    .where('epoch', '=', epoch)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps the epoch as it is until the transaction ends. False if another process has taken the database. */
export async function holdEpoch(trx: Kysely<ServingTables>, epoch: number): Promise<boolean> {
  const row = await trx
    .selectFrom('serving')
    .select('epoch')
    .where('name', '=', NAME)
    .where('epoch', '=', epoch)
    // The weakest lock: signs of life do not wait for it.
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets the next server begin at once. */
export async function releaseServing(db: Kysely<ServingTables>, epoch: number): Promise<void> {
  await db
    .updateTable('serving')
    .set({ beat_at: 0, address: null })
    .where('name', '=', NAME)
    .where('epoch', '=', epoch)
    .execute();
}
