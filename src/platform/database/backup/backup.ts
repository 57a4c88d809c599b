import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { AppError } from '#wire/error-kind.ts';

import { folderFailure } from '../data-folder/folder-failure.ts';
import { damaged, makePrivateFile } from '../engines/sqlite.ts';
import { databaseFile } from '../open-store.ts';
import { storeError } from '../store-error.ts';

interface BackupRequest {
  readonly home: string;
  readonly target: string;
  /** Whether an existing file may be replaced. */
  readonly replace: boolean;
  /** Throws if the copy is not a valid backup. By default only the database is checked. */
  readonly check?: (copy: string) => Promise<void>;
}

/** Warren's own files in the data folder: the database, the lock and its note, the token, keys. */
const OWN_NAME = /^(warren\.db|owner\.|provider-keys\.|(token|keys?)(\.|$))/i;

/**
 * Writes a consistent copy of the database to `target`, also while a server uses it. The copy is checked and flushed to
 * disk before it gets its name.
 */
export async function backUp(request: BackupRequest): Promise<void> {
  const { home, target, check } = request;
  const source = databaseFile(home);
  if (!existsSync(source)) throw new AppError('not-found', `There is nothing to back up in ${home} yet.`);
  await checkTarget(request);
  const folder = path.dirname(target);
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    makePrivateFile(draft);
    copyDatabase(source, draft);
    if (check) await check(draft);
    else checkDatabase(draft, source);
    await flush(draft);
    await rename(draft, target);
    await flush(folder);
  } catch (error) {
    throw damaged(error, source) ?? folderFailure(error, folder, 'choose another folder') ?? storeError(error);
  } finally {
    await removeDraft(draft);
  }
}

async function checkTarget({ home, target, replace }: BackupRequest): Promise<void> {
  const folder = await stat(path.dirname(target)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new AppError('not-found', `There is no folder ${path.dirname(target)}.`);
  const own = await stat(home);
  if (folder.dev === own.dev && folder.ino === own.ino && OWN_NAME.test(path.basename(target)))
    throw new AppError('refused', `${target} is a file of Warren itself. Give the backup another name.`, {
      reason: 'own-file',
    });
  const there = await stat(target).catch(() => undefined);
  if (there?.isDirectory()) throw new AppError('refused', `${target} is a folder. Name a file in it for the backup.`);
  if (there && !replace)
    throw new AppError('refused', `${target} is there already. Add --force to replace it.`, { reason: 'file-exists' });
}

/** Copies one snapshot, even during writes, and only pages in use: free pages may still contain deleted text. */
function copyDatabase(source: string, target: string): void {
  const database = openSource(source);
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
}

function openSource(source: string): DatabaseSync {
  const database = new DatabaseSync(source, { timeout: 5_000 });
  try {
    database.prepare('select count(*) from sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw (
      damaged(error, source) ?? new AppError('store-failed', `${source} cannot be read: ${(error as Error).message}.`)
    );
  }
}

/** Checks the whole database, and leaves a single file without a write-ahead log. */
export function checkDatabase(file: string, name: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete');
    const row = database.prepare('pragma integrity_check(1)').get();
    if (row?.['integrity_check'] !== 'ok')
      throw new AppError('store-failed', `${name} is damaged: ${String(row?.['integrity_check'])}`);
  } finally {
    database.close();
  }
}

export async function removeDraft(draft: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(`${draft}${suffix}`, { force: true });
}

export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
