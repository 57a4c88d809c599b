import { statSync } from 'node:fs';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { SettableWriteAccess, type WriteAccess, type WriteGuard } from '../write-guard.ts';

/** A change is noticed at the next commit, and after this time without one. */
const CHECK_EVERY_MS = 1_000;
/** Files that a server holds open while it runs. SQLite removes the log with the last connection. */
const FILES = ['owner.lock', 'warren.db', 'warren.db-wal'];

/** Watches whether the open files of a data folder are still the ones that stand there. */
export interface FolderWatch extends WriteGuard {
  readonly writeAccess: WriteAccess;
  /**
   * Ends the watch. False if the folder has changed: closing the database would remove the log of the one there now.
   */
  stop(): boolean;
}

/**
 * Watches the files as they are now. The process keeps a removed file open and could write to it without an error, so
 * each commit compares the inodes before it writes and once more before it is acknowledged. An inode is not given to
 * another file while it is open.
 */
export function watchFolder(folder: string): FolderWatch {
  const writeAccess = new SettableWriteAccess();
  const watched = FILES.flatMap((name) => {
    const inode = inodeOf(path.join(folder, name));
    return inode === undefined ? [] : [{ name, inode }];
  });

  function check(): void {
    const changed = watched.find(({ name, inode }) => inodeOf(path.join(folder, name)) !== inode);
    writeAccess.set(changed === undefined ? null : folderChanged(folder, changed.name));
  }
  function checkPlace(): void {
    check();
    if (writeAccess.trouble) throw writeAccess.trouble;
  }
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return {
    writeAccess,
    before: checkPlace,
    after: checkPlace,
    stop() {
      clearInterval(timer);
      check();
      return writeAccess.trouble === null;
    },
  };
}

/** Undefined if there is no such file, or it cannot be seen. */
function inodeOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function folderChanged(folder: string, name: string): AppError {
  return new AppError('store-failed', 'The data folder is gone, so nothing is written.', {
    reason: 'folder-changed',
    // For the owner alone: others are not told where the data are.
    cause: new Error(
      `${path.join(folder, name)} was removed or replaced while Warren had it open. Put the folder back where it was, or ` +
        'stop Warren and restore a backup.',
    ),
  });
}
