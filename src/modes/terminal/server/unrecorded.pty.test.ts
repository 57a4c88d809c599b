import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { replayed } from '../../../../fixtures/terminal/replayed.ts';
import { shell, startTerminals } from '../../../../fixtures/terminal/terminals-of.ts';

/** A server whose folder for recordings is prepared before the start, and a terminal with a shell script. */
async function start(prepare: (recordings: string) => void, script = 'cat') {
  const home = temporaryFolder();
  const recordings = path.join(home, 'recordings');
  prepare(recordings);
  const terminals = await startTerminals({ home });
  const session = await terminals.open(shell(script), { folder: home });
  const window = await terminals.window(session);
  const trouble = () => window.told.findLast((news) => news.type === 'recording');
  return {
    another: () => terminals.window(session),
    window,
    trouble,
    recordings,
    file: path.join(recordings, `${session}.cast`),
  };
}

/** Mounts a small disk until the test ends. */
function mountSmallDisk(folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
}

function canMount(): boolean {
  try {
    const folder = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  }
}

let hasMount: boolean | undefined;
const mayMount = () => (hasMount ??= canMount());

test('on a full disk the session continues, the person is informed, and recording resumes once there is room', async (context) => {
  if (!mayMount()) {
    process.stderr.write('NO DISK CAN BE MOUNTED HERE: recordings on a full disk are not tested.\n');
    context.skip();
  }
  let ballast = '';
  const { window, trouble, file, another } = await start((recordings) => {
    mountSmallDisk(recordings);
    ballast = path.join(recordings, 'ballast');
    writeFileSync(ballast, Buffer.alloc(600_000));
  }, 'echo before; read line; head -c 900000 /dev/zero | tr "\\0" x; echo; echo "after it"; cat');
  await window.shows('before');
  window.type('\r');
  await window.shows('after it');
  await expect.poll(trouble).toMatchObject({ trouble: expect.stringMatching(/disk is full/u) });
  window.type('still here\r');
  await window.shows(/still here\s+still here/u);
  const late = await another();
  await expect.poll(() => late.told.at(-1)).toMatchObject({ trouble: expect.stringMatching(/disk is full/u) });

  rmSync(ballast);
  await expect.poll(trouble).toEqual({ type: 'recording', trouble: null });
  window.type('recorded again\r');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('recorded again');
  expect(await replayed(file)).toContain('before');
});

test('a removed folder of recordings is created again, and the person is informed meanwhile', async () => {
  const { window, trouble, recordings, file } = await start(() => {});
  window.type('first\r');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('first');
  rmSync(recordings, { recursive: true });
  window.type('second\r');
  await expect.poll(() => JSON.stringify(window.told)).toContain('cannot be written');
  await expect.poll(trouble).toEqual({ type: 'recording', trouble: null });
  window.type('third\r');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toContain('third');
  expect(await replayed(file)).toContain('third');
});
