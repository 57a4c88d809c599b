import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Database } from '#database/server/database.ts';

import { folderFailure } from '../database/data-folder/folder-failure.ts';
import type { WriteAccess } from '../database/write-guard.ts';

const MIN_FREE_BYTES = 32 * 1024 * 1024;
const DATABASE_WITHIN_MS = 2_000;
/** The disk and the database are queried at most once in this time, however many requests arrive. */
const MAX_AGE_MS = 1_000;

interface Problem {
  readonly part: 'server' | 'database' | 'disk' | 'folder';
  readonly message: string;
}

export interface Readiness {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
}

interface ReadinessDeps {
  readonly database: Database<object>;
  readonly writeAccess: WriteAccess;
  /** The data folder. */
  readonly home: string;
  /** A monotonic clock, in ms. */
  monotonic(): number;
  /** False before the server has started and once it is stopping. */
  isServing(): boolean;
  /** Whether other servers take over its people, so that new requests should go there. */
  isDraining?(): Promise<boolean>;
  /** Whether other servers can take its people, because its signs of life do not reach the database. */
  isSilent?(): boolean;
}

/** Checks the database, the disk and the data folder. Anybody can call it, so the answer names no path. */
export function createReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  let asked: { readonly at: number; readonly problems: Promise<readonly Problem[]> } | undefined;

  return async function readiness() {
    if (!deps.isServing()) return answer([{ part: 'server', message: 'Warren is starting or stopping.' }]);
    if (asked === undefined || deps.monotonic() - asked.at > MAX_AGE_MS)
      asked = { at: deps.monotonic(), problems: findProblems(deps) };
    return answer(await asked.problems);
  };
}

function answer(problems: readonly Problem[]): Readiness {
  return { ok: problems.length === 0, problems };
}

async function findProblems(deps: ReadinessDeps): Promise<readonly Problem[]> {
  const { database, writeAccess, home } = deps;
  const { trouble } = writeAccess;
  if (trouble)
    return [{ part: trouble.detail.reason === 'taken-over' ? 'database' : 'folder', message: trouble.message }];
  if (deps.isSilent?.() === true)
    return [{ part: 'database', message: 'No sign of life of this server has reached the database for some time.' }];
  const found = await Promise.all([askDatabase(database), askFolder(home), askDraining(deps)]);
  return found.filter((problem) => problem !== undefined);
}

async function askDraining(deps: ReadinessDeps): Promise<Problem | undefined> {
  if (!(await deps.isDraining?.().catch(() => false))) return undefined;
  return { part: 'server', message: 'Warren is draining: its people go on at other servers.' };
}

async function askDatabase(database: Database<object>): Promise<Problem | undefined> {
  const late = Symbol('late');
  try {
    const asked = sql`select name from kysely_migration limit 1`.execute(database.read);
    const first = await Promise.race([asked, delay(DATABASE_WITHIN_MS, late, { ref: false })]);
    if (first !== late) return undefined;
    return { part: 'database', message: `The database did not answer within ${DATABASE_WITHIN_MS / 1_000} seconds.` };
  } catch {
    return { part: 'database', message: 'The database cannot be read.' };
  }
}

/** Checks that the data folder is writable and that its disk has room. */
async function askFolder(home: string): Promise<Problem | undefined> {
  const probe = path.join(home, `ready.${process.pid}`);
  try {
    const { bavail, bsize } = await statfs(home);
    if (bavail * bsize < MIN_FREE_BYTES)
      return { part: 'disk', message: `The disk is full or nearly so: ${bavail * bsize} bytes are free.` };
    await writeFile(probe, 'ready', { mode: 0o600 });
    return undefined;
  } catch (error) {
    return folderFailure(error, home)?.kind === 'disk-full'
      ? { part: 'disk', message: 'The disk is full.' }
      : { part: 'folder', message: 'The data folder is missing or cannot be written to.' };
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
