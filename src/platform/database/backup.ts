import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

import { AppError } from '#wire/error-kind.ts';

import { databaseFile } from './open-store.ts';
import { makePrivateFile } from './sqlite.ts';

interface BackupRequest {
  readonly home: string;
  readonly target: string;
  /** Whether an existing file may be replaced. */
  readonly replace: boolean;
}

/**
 * Writes a consistent copy of the database to `target`, also while a server works on it. The copy is checked and on
 * disk before it gets its name.
 */
export async function backUp(request: BackupRequest): Promise<void> {
  const { home, target } = request;
  const source = databaseFile(home);
  if (!existsSync(source)) throw new AppError('not-found', `There is nothing to back up in ${home} yet.`);
  if (path.resolve(source) === path.resolve(target))
    throw new AppError('refused', 'A backup cannot be the database itself.');
  if (existsSync(target) && !request.replace)
    throw new AppError('refused', `${target} is there already. Add --force to replace it.`, { reason: 'file-exists' });
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    makePrivateFile(draft);
    await copyDatabase(source, draft);
    checkDatabase(draft);
    await flush(draft);
    await rename(draft, target);
    await flush(path.dirname(path.resolve(target)));
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(`${draft}${suffix}`, { force: true });
  }
}

async function copyDatabase(source: string, target: string): Promise<void> {
  const database = new DatabaseSync(source, { timeout: 5_000 });
  try {
    database.exec('pragma query_only = on');
    // One moment of the data: without it, writes of the server would make the copy begin again and again.
    database.exec('begin');
    database.prepare('select count(*) from sqlite_schema').get();
    await backup(database, target);
  } finally {
    database.close();
  }
}

/** Leaves a single file, without a log beside it, that was read through from beginning to end. */
export function checkDatabase(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete');
    const row = database.prepare('pragma integrity_check(1)').get();
    if (row?.['integrity_check'] !== 'ok')
      throw new AppError('store-failed', `${file} is damaged: ${String(row?.['integrity_check'])}`);
  } finally {
    database.close();
  }
}

/** Waits until a file, or the names in a folder, are on disk. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
