import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely';

import type { KnownServer } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';

/** Which server processes serve the database, and whom. Times are by the database's clock. */
export interface ServersTables {
  servers: {
    /** `alone` for a server that allows no others; otherwise the id of its data folder. */
    id: string;
    /** Raised with each start under this id. Every write of a server checks it. */
    epoch: number;
    name: string;
    pid: number;
    version: string;
    /** The address for people; null until it listens. */
    address: string | null;
    /** The address for other servers; null until it listens, and for a server without others. */
    internal_address: string | null;
    since: number;
    /** The last sign of life; 0 after a clean stop. */
    beat_at: number;
    /** 1: it hands over its people and takes none, until that is revoked or it restarts. */
    is_draining: number;
    /** The number of people it serves, its sockets, and its share of one processor in percent. */
    people: number;
    sockets: number;
    load_percent: number;
  };
  /** Key: person_id. `epoch` increases each time a server takes or releases the person. */
  person_owners: {
    person_id: string;
    /** Null after a release. */
    server_id: string | null;
    epoch: number;
    /** The only server that can take the person until then. Afterwards it has precedence while it is alive. */
    reserved_for: string | null;
    reserved_until: number | null;
  };
  /** At most one row. `epoch` increases each time a server takes the duties. */
  duties: { id: string; server_id: string | null; epoch: number };
}

export type ServerRow = ServersTables['servers'] & { readonly silentMs: number; readonly isAlive: boolean };

/** The id of a server that allows no others. */
export const ALONE = 'alone';
/** A server that was silent for this long can be replaced. */
export const SILENT_AFTER_MS = 10_000;
/** How long the row of an ended server is kept. */
const REMOVED_AFTER_MS = 24 * 3_600_000;

export const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
/**
 * For a query that has the table `servers` under this name. A sign of life later than now was given before the
 * database's clock jumped backward, so it does not count.
 */
export const isAlive = (servers: string) =>
  sql<SqlBool>`abs(${NOW} - ${sql.ref(`${servers}.beat_at`)}) < ${sql.lit(SILENT_AFTER_MS)}`;
export const IS_ALIVE = isAlive('servers');

export interface ServerIdentity {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** The key of this process's row. */
export interface ServerKey {
  readonly id: string;
  readonly epoch: number;
}

/** The addresses of a server: for people, and for other servers. */
export interface ServerAddresses {
  readonly address: string;
  readonly internalAddress: string | null;
}

export interface ServerCounts {
  readonly people: number;
  readonly sockets: number;
  readonly loadPercent: number;
}

/** All servers that have not stopped cleanly, the longest running first. Empty if the table does not exist yet. */
export async function readServers(db: Kysely<ServersTables>): Promise<ServerRow[]> {
  if (!(await hasTable(db, 'servers'))) return [];
  const rows = await db
    .selectFrom('servers')
    .selectAll()
    .select([sql<number>`${NOW} - beat_at`.as('silentMs'), IS_ALIVE.as('isAlive')])
    .where('beat_at', '>', 0)
    .orderBy('since')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, isAlive: row.isAlive === true }));
}

export async function readKnownServers(
  db: Kysely<ServersTables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownServer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('servers')
    .select(['id', 'name', 'internal_address as internalAddress', IS_ALIVE.as('isAlive')])
    .where('id', 'in', ids)
    .execute();
  const known = new Map<string, KnownServer>(rows.map((row) => [row.id, { ...row, isAlive: row.isAlive === true }]));
  for (const id of ids)
    if (!known.has(id)) known.set(id, { id, name: '(removed)', internalAddress: null, isAlive: false });
  return known;
}

export async function hasTable(db: Kysely<ServersTables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass(${name}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}

/**
 * Takes the row of a server for this process, and removes servers that cannot run beside it. Returns the epoch and the
 * name, or undefined if one of these is alive. Waits for their transactions: each locks its row (`holdServer`).
 */
export async function takeServer(
  trx: Transaction<ServersTables>,
  { id: own, name, version }: ServerIdentity,
): Promise<{ readonly epoch: number; readonly name: string } | undefined> {
  // Serializes starts. A table lock would also block the signs of life of other servers.
  await sql`select pg_advisory_xact_lock(hashtext('warren servers'))`.execute(trx);
  const rows = await trx
    .selectFrom('servers')
    .select(['id', 'name', IS_ALIVE.as('isAlive')])
    .execute();
  const replaced = rows.filter(({ id }) => id === own || id === ALONE || own === ALONE);
  if (replaced.some(({ isAlive }) => isAlive)) return undefined;
  const ids = replaced.map(({ id }) => id);
  await removeServers(trx, ids);
  const others = rows.filter(({ id }) => !ids.includes(id));
  return trx
    .insertInto('servers')
    .values({
      id: own,
      name: freeName(name, new Set(others.map((other) => other.name))),
      version,
      internal_address: null,
      // Never the epoch of an earlier process with this id, which may only be suspended.
      epoch: NOW,
      pid: process.pid,
      address: null,
      since: NOW,
      beat_at: NOW,
      is_draining: 0,
      people: 0,
      sockets: 0,
      load_percent: 0,
    })
    .returning(['epoch', 'name'])
    .executeTakeFirstOrThrow();
}

async function removeServers(trx: Transaction<ServersTables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('servers').where('id', 'in', ids).execute();
  await trx.updateTable('person_owners').set({ server_id: null }).where('server_id', 'in', ids).execute();
}

/** Removes the rows of servers that ended long ago. Such a server gets a new row when it starts again. */
export async function removeOldServers(trx: Transaction<ServersTables>): Promise<void> {
  const before = sql<number>`${NOW} - ${sql.lit(REMOVED_AFTER_MS)}`;
  const old = await trx
    .selectFrom('servers')
    .select('id')
    .where('since', '<', before)
    .where('beat_at', '<', before)
    .orderBy('id')
    .forUpdate()
    .execute();
  await removeServers(
    trx,
    old.map(({ id }) => id),
  );
}

/** The name, with a number if another server has it, to distinguish two servers on one machine. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  return free;
}

/**
 * Gives a sign of life and returns the current requests to this server. Undefined if another process has taken its
 * place.
 */
export async function beat(
  db: Kysely<ServersTables>,
  me: ServerKey,
  { people, sockets, loadPercent }: ServerCounts,
): Promise<BeatAnswer | undefined> {
  const row = await db
    .updateTable('servers')
    .set({ beat_at: NOW, people, sockets, load_percent: loadPercent })
    .where('id', '=', me.id)
    .where('epoch', '=', me.epoch)
    .returning([
      'is_draining',
      sql<number>`(select count(*) from servers as each where ${isAlive('each')})`.as('living'),
    ])
    .executeTakeFirst();
  return row && { isDraining: row.is_draining === 1, serverCount: Math.max(1, row.living) };
}

/** The answer to a sign of life. */
export interface BeatAnswer {
  readonly isDraining: boolean;
  /** The number of live servers, including this one. */
  readonly serverCount: number;
}

/**
 * Asks a server to hand over its people, or to take people again. It notices with its next sign of life. With an epoch,
 * only that process is asked. Returns false if there is no such server.
 */
export async function setDraining(
  db: Kysely<ServersTables>,
  { id, epoch }: Pick<ServerKey, 'id'> & Partial<ServerKey>,
  isDraining: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('servers')
    .set({ is_draining: isDraining ? 1 : 0 })
    .where('id', '=', id)
    .$if(epoch !== undefined, (query) => query.where('epoch', '=', epoch ?? null))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Stores the addresses of a server. Throws an AppError if another one has announced the same internal address. */
export async function writeAddresses(
  db: Kysely<ServersTables>,
  me: ServerKey,
  { address, internalAddress: internal_address }: ServerAddresses,
): Promise<void> {
  await db
    .updateTable('servers')
    .set({ address, internal_address })
    .where('id', '=', me.id)
    .where('epoch', '=', me.epoch)
    .execute();
  const other = await db
    .selectFrom('servers')
    .select(['name', 'pid'])
    .where('id', '!=', me.id)
    .where('internal_address', '=', internal_address)
    .where(IS_ALIVE)
    .executeTakeFirst();
  if (other)
    throw new AppError(
      'refused',
      `${internal_address} is also the internal address of the server ${other.name}, process ${other.pid}. ` +
        'Give each server a WARREN_INTERNAL_HOST or WARREN_INTERNAL_PORT of its own.',
      { reason: 'address-taken' },
    );
}

/** Locks the row until the transaction ends. False if another process has taken this server's place. */
export async function holdServer(trx: Kysely<ServersTables>, { id, epoch }: ServerKey): Promise<boolean> {
  const row = await trx
    .selectFrom('servers')
    .select('id')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    // The weakest lock, so signs of life do not wait for it.
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets the next server take its place, and other servers its people, at once. */
export async function releaseServer(db: Kysely<ServersTables>, { id, epoch }: ServerKey): Promise<void> {
  await db
    .updateTable('servers')
    .set({ beat_at: 0, address: null })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .execute();
}
