import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

import { watchForSignals } from './run.ts';

const MEMORY_DISK = '/dev/shm';
/** Several times what a whole run takes at a time. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Creates the folder for the temporary files of one run of tests, makes it that of this process and its children, and
 * removes it when the process exits. It is in memory where the machine has room for it: on a disk, commits that wait
 * for the disk take most of the time of tests with a database.
 */
export function enterTestFolder(): string {
  const folder = folderIn(MEMORY_DISK) ?? mkdtempSync(path.join(tmpdir(), 'warren-tests-'));
  process.env['TMPDIR'] = folder;
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      // A program that outlives its test still writes there, which is no failure of what was tested.
      console.error(error);
    }
  });
  watchForSignals();
  return folder;
}

/** Undefined where there is no room, or where programs cannot be run. */
function folderIn(parent: string): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (Math.min(bavail * bsize, freemem()) < ROOM_BYTES) return undefined;
    folder = mkdtempSync(path.join(parent, 'warren-tests-'));
    // A PostgreSQL server that root starts runs as another account.
    chmodSync(folder, 0o711);
    const program = path.join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    if (spawnSync(program).status === 0) return folder;
  } catch {
    // There is none, or it is not ours.
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  return undefined;
}
