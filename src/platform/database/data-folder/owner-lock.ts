import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';

import { isBusy } from '../store-error.ts';
import { folderFailure } from './folder-failure.ts';

/**
 * One process owns a data folder at a time. It holds an exclusive transaction on a separate database, `owner.lock`. The
 * operating system ends the transaction with the process, so a crash leaves no lock behind. `owner.json` beside it only
 * says who the owner is.
 *
 * Nothing but SQLite may open `owner.lock`: closing any descriptor of a file drops all POSIX locks of the process on
 * it.
 */
export interface OwnerLock {
  /** Adds the address to the note, once the server listens. */
  announce(address: string): void;
  release(): void;
}

const WAIT_MS = 300;

const ownerNote = z.object({ pid: z.int(), since: z.iso.datetime(), address: z.string().nullable() });
type OwnerNote = z.infer<typeof ownerNote>;

/** Takes the folder, or throws an AppError that names the process that owns it. */
export function takeOwnerLock(folder: string): OwnerLock {
  const noteFile = path.join(folder, 'owner.json');
  const lock = lockedDatabase(folder, noteFile);
  const note: OwnerNote = { pid: process.pid, since: new Date().toISOString(), address: null };
  try {
    writeNote(noteFile, note);
  } catch (error) {
    lock.close();
    throw error;
  }
  return {
    announce: (address) => writeNote(noteFile, { ...note, address }),
    release() {
      if (!lock.isOpen) return;
      // Another server may have taken a folder that replaced this one.
      if (readNote(noteFile)?.pid === process.pid) rmSync(noteFile, { force: true });
      lock.close();
    },
  };
}

/**
 * The address of the server that owns the folder; undefined if there is none, or if it has not announced its address
 * yet. The note of a killed server stays behind, and another program may use its port by now.
 */
export function ownerAddress(folder: string): string | undefined {
  const address = readNote(path.join(folder, 'owner.json'))?.address ?? undefined;
  return address !== undefined && isOwned(folder) ? address : undefined;
}

export function isOwned(folder: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path.join(folder, 'owner.lock'), { readOnly: true });
    database.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database?.close();
  }
}

function lockedDatabase(folder: string, noteFile: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path.join(folder, 'owner.lock'), { timeout: WAIT_MS });
    database.exec('pragma journal_mode = delete');
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error))
      throw new AppError('refused', `Warren is already running on ${folder}${whoHasIt(noteFile)}.`, {
        reason: 'already-running',
      });
    throw (
      folderFailure(error, folder) ??
      new AppError('store-failed', `The data folder ${folder} cannot be written to.`, { cause: error })
    );
  }
}

function whoHasIt(noteFile: string): string {
  const note = readNote(noteFile);
  if (!note) return '';
  const address = note.address === null ? '' : ` at ${note.address}`;
  return `: process ${note.pid}, since ${note.since}${address}`;
}

function readNote(noteFile: string): OwnerNote | undefined {
  try {
    return ownerNote.parse(JSON.parse(readFileSync(noteFile, 'utf8')));
  } catch {
    return undefined;
  }
}

function writeNote(noteFile: string, note: OwnerNote): void {
  const draft = `${noteFile}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    renameSync(draft, noteFile);
  } catch (error) {
    rmSync(draft, { force: true });
    throw folderFailure(error, path.dirname(noteFile)) ?? error;
  }
}
