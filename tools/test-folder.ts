import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

import { watchForSignals } from './run.ts';

const MEMORY_DISK = '/dev/shm';
/** Several times what a whole run uses at once. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Creates the folder for the temporary files of one test run, sets it as TMPDIR for this process and its children, and
 * removes it when the process exits. It is in memory if the machine has enough: on a disk, waiting for commits takes
 * most of the time of tests with a database.
 */
export function enterTestFolder(): string {
  const folder = folderIn(MEMORY_DISK) ?? mkdtempSync(path.join(tmpdir(), 'warren-tests-'));
  process.env['TMPDIR'] = folder;
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      // A program that outlives its test is still writing there, which is not a failure of the tests.
      console.error(error);
    }
  });
  watchForSignals();
  return folder;
}

/** Undefined if there is too little space, or if programs cannot be run there. */
function folderIn(parent: string): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (Math.min(bavail * bsize, freemem()) < ROOM_BYTES) return undefined;
    folder = mkdtempSync(path.join(parent, 'warren-tests-'));
    // A PostgreSQL server started by root runs as another account, which must reach its files.
    chmodSync(folder, 0o711);
    const program = path.join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    if (spawnSync(program).status === 0) return folder;
  } catch {
    // The folder does not exist or is not writable.
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  return undefined;
}
