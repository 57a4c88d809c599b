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

/**
 * Puts a backup in the place of the database, after checking a copy of it. Returns the file in which the replaced
 * database is kept, or undefined where there was none. Clients learn of it by the new lineage.
 */
export async function restore(request: RestoreRequest): Promise<{ kept: string | undefined }> {
  const { home, source, now } = request;
  await checkSource(source);
  const target = databaseFile(home);
  const lock = takeOwnerLock(home);
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    await copyFile(source, draft);
    // A database that was copied by hand may have part of its data in the log beside it.
    if (existsSync(`${source}-wal`)) await copyFile(`${source}-wal`, `${draft}-wal`);
    await chmod(draft, 0o600);
    await checkBackup(draft, source);
    giveLineage(draft);
    await flush(draft);
    const kept = existsSync(target) ? await keep(target, now) : undefined;
    await rename(draft, target);
    await flush(home);
    return { kept };
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

function giveLineage(draft: string): void {
  const database = new DatabaseSync(draft);
  try {
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
