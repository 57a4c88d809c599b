import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import { sql, type Kysely, type Transaction } from 'kysely';

import { ALL_DUTIES, type Duties } from '#database/server/duties.ts';
import { EVERYBODY, type ServedPeople } from '#database/server/served-people.ts';
import { AppError } from '#wire/error-kind.ts';

import { SettableWriteAccess, type WriteAccess, type WriteGuard } from '../write-guard.ts';
import { DutiesOfServer } from './duties-of-server.ts';
import { refuseIfServedByOlder } from './older-server.ts';
import { PeopleOfServer } from './people-of-server.ts';
import {
  ALONE,
  beat,
  holdServer,
  readServers,
  releaseServer,
  type ServerAddresses,
  type ServerIdentity,
  type ServerRow,
  type ServersTables,
  SILENT_AFTER_MS,
  takeServer,
  writeAddresses,
} from './server-rows.ts';

const BEAT_EVERY_MS = 2_000;
const BEAT_WITHIN_MS = 5_000;
/**
 * The database ends a transaction in which a server has been idle for this long. So a suspended process neither blocks
 * the next server's start nor commits later.
 */
export const MAX_IDLE_IN_TRANSACTION_MS = 8_000;
const RELEASE_WITHIN_MS = 1_000;

/** The right of this process to serve the database, until another process takes its place. */
export interface Serving extends WriteGuard {
  readonly writeAccess: WriteAccess;
  readonly people: ServedPeople;
  readonly duties: Duties;
  /** The name of the machine, with a number if another server has the same name. */
  readonly name: string;
  /** Throws an AppError if another server has announced the same internal address. */
  announce(addresses: ServerAddresses, countSockets?: () => number): Promise<void>;
  /** Lets the next server begin at once. */
  release(): Promise<void>;
}

/** Throws an AppError if a live server on the database cannot run beside `member`. `place` names the database. */
async function refuseIfServed(db: Kysely<ServersTables>, place: string, member?: ServerIdentity): Promise<void> {
  await refuseIfServedByOlder(db, place);
  const alive = (await readServers(db)).filter((server) => server.isAlive);
  const inTheWay = alive.find(({ id }) => member === undefined || id === ALONE || id === member.id);
  if (inTheWay) throw alreadyRunning(inTheWay, place, member);
}

/**
 * Call it before a migration. Throws an AppError if a live server on the database cannot run beside `member` or cannot
 * live with the migration `unbearable`.
 */
export async function refuseOlderServers(
  db: Kysely<ServersTables>,
  place: string,
  { member, unbearable }: { readonly member: ServerIdentity | undefined; readonly unbearable: string | undefined },
): Promise<void> {
  await refuseIfServed(db, place, member);
  if (unbearable === undefined) return;
  const [older] = (await readServers(db)).filter((server) => server.isAlive);
  if (older)
    throw new AppError(
      'refused',
      `The server ${older.name}${older.address === null ? '' : ` at ${older.address}`} runs version ${older.version} on ${place}, ` +
        `and cannot go on after this version has changed the data (${unbearable}). Stop all servers of the older version first.`,
      { reason: 'older-server' },
    );
}

interface ServedDatabase {
  /** Names the database. */
  readonly place: string;
  readonly member: ServerIdentity | undefined;
  /** Connections for signs of life. Their queries fail if they are not answered within seconds. */
  readonly signs: Kysely<ServersTables>;
}

/** Takes a migrated database for this process, alone or as one of several. Throws an AppError if that is refused. */
export async function serveDatabase(
  db: Kysely<ServersTables>,
  { place, member, signs }: ServedDatabase,
): Promise<Serving> {
  const identity = member ?? { id: ALONE, name: hostname(), version: '' };
  const { epoch, name } = await take(db, place, { identity, member });
  const me = { id: identity.id, epoch };
  const writeAccess = new SettableWriteAccess();
  const people = member && new PeopleOfServer({ db, signs, me, version: identity.version });
  const duties = member && new DutiesOfServer(signs, me);
  await duties?.look();
  const loadSinceLast = createLoad();
  let countSockets = () => 0;
  let isReleased = false;

  function lose(): AppError {
    const lost = takenOver(place);
    writeAccess.set(lost);
    return lost;
  }
  async function giveSign(): Promise<void> {
    const counts = { people: people?.count ?? 0, sockets: countSockets(), loadPercent: loadSinceLast() };
    const answer = await beat(signs, me, counts);
    if (isReleased) return;
    if (!answer) lose();
    if (answer) people?.note(answer);
    await people?.confirm();
    await duties?.look();
  }
  async function giveSigns(): Promise<void> {
    while (!isReleased && writeAccess.trouble === null) {
      await delay(BEAT_EVERY_MS, undefined, { ref: false });
      // Failures and timeouts are retried. Nothing is lost until another process takes the database.
      await Promise.race([giveSign().catch(() => undefined), delay(BEAT_WITHIN_MS, undefined, { ref: false })]);
    }
  }
  void giveSigns();
  return {
    writeAccess,
    people: people ?? EVERYBODY,
    duties: duties ?? ALL_DUTIES,
    name,
    async before(trx) {
      if (writeAccess.trouble) throw writeAccess.trouble;
      if (!(await holdServer(trx as unknown as Kysely<ServersTables>, me))) throw lose();
    },
    ...(people && {
      hold: (trx, written) => people.hold(trx as unknown as Transaction<ServersTables>, written),
    }),
    after: () => {},
    announce(addresses, count = () => 0) {
      countSockets = count;
      return writeAddresses(db, me, addresses);
    },
    async release() {
      isReleased = true;
      await Promise.race([releaseServer(db, me).catch(() => undefined), delay(RELEASE_WITHIN_MS)]);
    },
  };
}

/** Returns a function that measures the share of one processor used since its previous call, in percent. */
function createLoad(): () => number {
  let last = { at: performance.now(), cpu: process.cpuUsage() };
  return () => {
    const now = { at: performance.now(), cpu: process.cpuUsage() };
    const usedMs = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1_000;
    const percent = Math.round((100 * usedMs) / Math.max(1, now.at - last.at));
    last = now;
    return percent;
  };
}

interface Taking {
  readonly identity: ServerIdentity;
  readonly member: ServerIdentity | undefined;
}

async function take(db: Kysely<ServersTables>, place: string, { identity, member }: Taking) {
  for (;;) {
    await refuseIfServed(db, place, member);
    const taken = await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(SILENT_AFTER_MS)}`.execute(trx);
      return takeServer(trx, identity);
    });
    if (taken !== undefined) return taken;
  }
}

function alreadyRunning(row: ServerRow, place: string, member: ServerIdentity | undefined): AppError {
  const address = row.address === null ? '' : ` at ${row.address}`;
  const since = new Date(row.since).toISOString();
  const isSame = member !== undefined && row.id === member.id;
  return new AppError(
    'refused',
    `Warren is already running on ${place}${isSame ? ' with this data folder' : ''}: ` +
      `process ${row.pid} on ${row.name}, since ${since}${address}. ` +
      `Stop it first. If it ended without stopping, try again in ${SILENT_AFTER_MS / 1_000} seconds.` +
      (isSame ? ' If this folder is a copy of that of another server, remove server.id from it.' : ''),
    { reason: 'already-running' },
  );
}

function takenOver(place: string): AppError {
  return new AppError(
    'store-failed',
    'Another Warren has taken the database, so this one writes nothing more and stops.',
    {
      reason: 'taken-over',
      cause: new Error(`This one gave no sign of life to ${place} for ${SILENT_AFTER_MS / 1_000} seconds.`),
    },
  );
}
