import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import { sql, type Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { SettableWriteAccess, type WriteAccess, type WriteGuard } from '../write-guard.ts';
import {
  beat,
  holdEpoch,
  readServing,
  releaseServing,
  takeServing,
  type ServingRow,
  type ServingTables,
} from './serving-row.ts';

const BEAT_EVERY_MS = 2_000;
const BEAT_WITHIN_MS = 5_000;
/** A server that was silent for this long may be replaced. */
export const SILENT_AFTER_MS = 10_000;
/**
 * The database ends a transaction of a server that has done nothing in it for so long. A suspended process therefore
 * does not keep the next server from beginning, and cannot commit later.
 */
export const MAX_IDLE_IN_TRANSACTION_MS = 8_000;
const RELEASE_WITHIN_MS = 1_000;

/** This process has the database, until another one takes it. */
export interface Serving extends WriteGuard {
  readonly writeAccess: WriteAccess;
  announce(address: string): void;
  /** Lets the next server begin at once. */
  release(): Promise<void>;
}

/**
 * Throws an AppError if another server has the database. `place` names the database in messages. An advisory lock would
 * not do: it lasts as long as a half-open connection, which can be hours.
 */
export async function refuseIfServed(db: Kysely<ServingTables>, place: string): Promise<ServingRow | undefined> {
  const row = await readServing(db);
  if (row && row.silentMs < SILENT_AFTER_MS) throw alreadyRunning(row, place);
  return row;
}

/** Takes a migrated database for this process, or throws an AppError that names the server that has it. */
export async function serveDatabase(db: Kysely<ServingTables>, place: string): Promise<Serving> {
  const epoch = await take(db, place);
  const writeAccess = new SettableWriteAccess();
  let address: string | null = null;
  let isReleased = false;

  function lose(): AppError {
    const lost = takenOver(place);
    writeAccess.set(lost);
    return lost;
  }
  async function giveSign(): Promise<void> {
    // A failure here is retried. Until another process takes the database, nothing is lost.
    const isHeld = await Promise.race([
      beat(db, epoch, address).catch(() => true),
      delay(BEAT_WITHIN_MS, true, { ref: false }),
    ]);
    if (!isHeld && !isReleased) lose();
  }
  async function giveSigns(): Promise<void> {
    while (!isReleased && writeAccess.trouble === null) {
      await delay(BEAT_EVERY_MS, undefined, { ref: false });
      await giveSign();
    }
  }
  void giveSigns();
  return {
    writeAccess,
    async before(trx) {
      if (writeAccess.trouble) throw writeAccess.trouble;
      if (!(await holdEpoch(trx as unknown as Kysely<ServingTables>, epoch))) throw lose();
    },
    after: () => {},
    announce(given) {
      address = given;
      void giveSign();
    },
    async release() {
      isReleased = true;
      await Promise.race([releaseServing(db, epoch).catch(() => undefined), delay(RELEASE_WITHIN_MS)]);
    },
  };
}

async function take(db: Kysely<ServingTables>, place: string): Promise<number> {
  for (;;) {
    const before = await refuseIfServed(db, place);
    const epoch = await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(SILENT_AFTER_MS)}`.execute(trx);
      return takeServing(trx, before?.epoch, { host: hostname(), pid: process.pid });
    });
    if (epoch !== undefined) return epoch;
  }
}

function alreadyRunning(row: ServingRow, place: string): AppError {
  const address = row.address === null ? '' : ` at ${row.address}`;
  const since = new Date(row.since).toISOString();
  return new AppError(
    'refused',
    `Warren is already running on ${place}: process ${row.pid} on ${row.host}, since ${since}${address}. ` +
      `Stop it first. If it ended without stopping, try again in ${SILENT_AFTER_MS / 1_000} seconds.`,
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
