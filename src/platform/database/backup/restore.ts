import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, chmod, copyFile, link, rename, rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

import { AppError } from '#wire/error-kind.ts';

import { folderFailure } from '../data-folder/folder-failure.ts';
import { takeOwnerLock } from '../data-folder/owner-lock.ts';
import { databaseFile } from '../open-store.ts';
import { storeError } from '../store-error.ts';
import { flush, removeDraft } from './backup.ts';
import { checkBackup } from './check-backup.ts';

interface RestoreRequest {
  /** The data folder; it exists. */
  readonly home: string;
  readonly source: string;
  readonly now: Date;
}

export interface Restored {
  /** The file that keeps the replaced database; undefined if there was none. */
  readonly replaced: string | undefined;
  /**
   * The names of people whose links had been revoked and are valid again. Known only if the replaced database could be
   * read.
   */
  readonly validAgain: readonly string[];
}

/** Replaces the database with a backup after checking a copy of it. Clients notice the change by the new lineage. */
export async function restore(request: RestoreRequest): Promise<Restored> {
  const { home, source, now } = request;
  await checkSource(source);
  const target = databaseFile(home);
  const lock = takeOwnerLock(home);
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    await copyFile(source, draft);
    // A database copied by hand may have part of its data in its write-ahead log.
    if (existsSync(`${source}-wal`)) await copyFile(`${source}-wal`, `${draft}-wal`);
    await chmod(draft, 0o600);
    await checkBackup(draft, source);
    const people = beginAnew(draft);
    await flush(draft);
    const before = foldLog(target);
    const replaced = existsSync(target) ? await setAside(target, now) : undefined;
    await rename(draft, target);
    await flush(home);
    return { replaced, validAgain: before ? validAgain(people, before) : [] };
  } catch (error) {
    throw folderFailure(error, home) ?? storeError(error);
  } finally {
    await removeDraft(draft);
    lock.release();
  }
}

async function checkSource(source: string): Promise<void> {
  const found = await stat(source).catch(() => undefined);
  if (!found) throw new AppError('not-found', `There is no file ${source}.`);
  if (!found.isFile())
    throw new AppError('refused', `${source} is not a file. Name the backup to restore.`, { reason: 'not-ours' });
  await access(source, constants.R_OK).catch((error: unknown) => {
    throw new AppError('refused', `${source} cannot be read: it belongs to someone else.`, { cause: error });
  });
}

/**
 * Gives the data a new lineage, and forgets running processes: they belong to another server now. Ends all sign-ins,
 * since some may have been ended after the backup. Returns the people in the data.
 */
function beginAnew(draft: string): readonly PersonWithAccess[] {
  const database = new DatabaseSync(draft);
  try {
    database.exec('delete from sign_ins');
    if (database.prepare("select 1 from sqlite_master where name = 'terminal_processes'").get())
      database.exec('delete from terminal_processes');
    database
      .prepare(
        "insert into meta (key, value) values ('lineage', ?) on conflict (key) do update set value = excluded.value",
      )
      .run(randomUUID());
    return peopleIn(database);
  } finally {
    database.close();
  }
}

/**
 * Links the current database under another name. The original stays until a rename replaces it, so a database always
 * exists.
 */
async function setAside(target: string, now: Date): Promise<string> {
  const replaced = `${target}.before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  await link(target, replaced).catch(() => copyFile(target, replaced));
  if (existsSync(`${target}-wal`)) await rename(`${target}-wal`, `${replaced}-wal`);
  await rm(`${target}-shm`, { force: true });
  return replaced;
}

/**
 * Merges the write-ahead log, which holds part of the data after a crash. If that fails, the log is kept too. Returns
 * the people in the data; undefined if they cannot be read.
 */
function foldLog(file: string): readonly PersonWithAccess[] | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const database = new DatabaseSync(file);
    try {
      database.exec('pragma wal_checkpoint(truncate)');
      return peopleIn(database);
    } finally {
      database.close();
    }
  } catch {
    // A damaged database may be the reason for the restore.
    return undefined;
  }
}

/** A person with the hash of their token. Databases of every version have these columns. */
interface PersonWithAccess {
  readonly id: string;
  readonly name: string;
  readonly tokenHash: string;
}

/** People who are not being removed, the first person first. */
function peopleIn(database: DatabaseSync): readonly PersonWithAccess[] {
  return database
    .prepare('select * from people order by created_at, id')
    .all()
    .filter((row) => (row['removing_at'] ?? null) === null)
    .map((row) => ({ id: String(row['id']), name: String(row['name']), tokenHash: String(row['token_hash']) }));
}

/**
 * The names of people whose links are valid in the restored data but not in the data before. The first person signs in
 * with the token of the data folder in either case.
 */
function validAgain(restored: readonly PersonWithAccess[], before: readonly PersonWithAccess[]): readonly string[] {
  const known = new Map(before.map(({ id, tokenHash }) => [id, tokenHash]));
  return restored
    .slice(1)
    .filter(({ id, tokenHash }) => known.get(id) !== tokenHash)
    .map(({ name }) => name);
}
