import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, link, rename, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

import { AppError } from '#wire/error-kind.ts';

import { checkDatabase, flush } from './backup.ts';
import { MIGRATION_TABLE, refuseNewer } from './migrate.ts';
import { databaseFile } from './open-store.ts';
import { takeOwnerLock } from './owner-lock.ts';

interface RestoreRequest {
  /** The data folder; it exists. */
  readonly home: string;
  readonly source: string;
  readonly now: Date;
}

/**
 * Puts a backup in the place of the database, after checking a copy of it. Returns the file in which the replaced
 * database is kept, or undefined where there was none. Clients learn of it by the new lineage.
 */
export async function restore(request: RestoreRequest): Promise<{ kept: string | undefined }> {
  const { home, source, now } = request;
  if (!existsSync(source)) throw new AppError('not-found', `There is no file ${source}.`);
  const target = databaseFile(home);
  const lock = takeOwnerLock(home);
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    await copyFile(source, draft);
    // A database that was copied by hand may have part of its data in the log beside it.
    if (existsSync(`${source}-wal`)) await copyFile(`${source}-wal`, `${draft}-wal`);
    await chmod(draft, 0o600);
    prepare(draft, source);
    await flush(draft);
    const kept = existsSync(target) ? await keep(target, now) : undefined;
    await rename(draft, target);
    await flush(home);
    return { kept };
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(`${draft}${suffix}`, { force: true });
    lock.release();
  }
}

/** Checks a copy through and gives it a lineage of its own. */
function prepare(draft: string, source: string): void {
  try {
    checkDatabase(draft);
  } catch (error) {
    throw new AppError('refused', `${source} is not a whole SQLite database: nothing was replaced.`, {
      reason: 'damaged',
      cause: error,
    });
  }
  const database = new DatabaseSync(draft);
  try {
    const table = database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
    if (!table.get(MIGRATION_TABLE) || !table.get('meta'))
      throw new AppError('refused', `${source} is not a backup of Warren: nothing was replaced.`, {
        reason: 'not-ours',
      });
    const done = database.prepare(`select name from ${MIGRATION_TABLE}`).all();
    refuseNewer(
      done.map((row) => String(row['name'])),
      source,
    );
    if (database.prepare('pragma foreign_key_check').get())
      throw new AppError('refused', `${source} has rows that belong to nothing: nothing was replaced.`, {
        reason: 'damaged',
      });
    database
      .prepare(
        "insert into meta (key, value) values ('lineage', ?) on conflict (key) do update set value = excluded.value",
      )
      .run(randomUUID());
  } finally {
    database.close();
  }
}

/**
 * Keeps the present database under another name and leaves it in its place, to be replaced by a rename: at no moment is
 * there none.
 */
async function keep(target: string, now: Date): Promise<string> {
  const kept = `${target}.before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  foldLog(target);
  await link(target, kept).catch(() => copyFile(target, kept));
  if (existsSync(`${target}-wal`)) await rename(`${target}-wal`, `${kept}-wal`);
  await rm(`${target}-shm`, { force: true });
  return kept;
}

/** After a crash part of the data is in the log. A database too damaged for this is kept together with its log. */
function foldLog(file: string): void {
  try {
    const database = new DatabaseSync(file);
    try {
      database.exec('pragma wal_checkpoint(truncate)');
    } finally {
      database.close();
    }
  } catch {
    // It is being replaced, perhaps for this very reason.
  }
}
