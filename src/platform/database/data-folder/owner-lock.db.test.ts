import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { ownerAddress, takeOwnerLock } from './owner-lock.ts';

const MODULE = path.join(import.meta.dirname, 'owner-lock.ts');

/** Starts another process that owns the folder and listens at an address. */
async function ownerOf(folder: string): Promise<ChildProcess> {
  const program = `
    const { takeOwnerLock } = await import(${JSON.stringify(MODULE)});
    takeOwnerLock(${JSON.stringify(folder)}).announce('http://127.0.0.1:4600');
    console.log('owned');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the owner ended with ${String(code)}`)));
  await Promise.race([once(child.stdout, 'data'), ended]);
  return child;
}

function refusal(folder: string): AppError {
  try {
    takeOwnerLock(folder).release();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the folder was not refused');
}

test('a second process is refused with the owner of the folder, its start time and its address', async () => {
  const folder = temporaryFolder();
  const owner = await ownerOf(folder);
  const error = refusal(folder);
  expect(error).toMatchObject({ kind: 'refused', detail: { reason: 'already-running' } });
  expect(error.message).toContain(`process ${owner.pid}`);
  expect(error.message).toMatch(/since \d{4}-\d\d-\d\dT/);
  expect(error.message).toContain('http://127.0.0.1:4600');
  expect(ownerAddress(folder)).toBe('http://127.0.0.1:4600');
});

test('the folder of a killed owner is taken over', async () => {
  const folder = temporaryFolder();
  const owner = await ownerOf(folder);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(ownerAddress(folder)).toBeUndefined();
  const lock = takeOwnerLock(folder);
  expect(refusal(folder).message).toContain(`process ${process.pid}`);
  lock.announce('http://127.0.0.1:4601');
  expect(ownerAddress(folder)).toBe('http://127.0.0.1:4601');
  expect(refusal(folder).message).toContain('http://127.0.0.1:4601');
  lock.release();
});

test('a released folder can be taken again, and the note is gone', () => {
  const folder = temporaryFolder();
  takeOwnerLock(folder).release();
  expect(existsSync(path.join(folder, 'owner.json'))).toBe(false);
  takeOwnerLock(folder).release();
});

test('a missing folder is named', () => {
  const folder = path.join(temporaryFolder(), 'missing');
  expect(() => takeOwnerLock(folder)).toThrow(folder);
});
