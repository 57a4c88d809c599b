import { once } from 'node:events';
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { socketFolder } from './socket-folder.ts';

const modeOf = (folder: string) => statSync(folder).mode & 0o777;

test('sockets are in the data folder, which only this account can open', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, 'sockets'));
  chmodSync(path.join(home, 'sockets'), 0o755);
  expect(await socketFolder(home)).toBe(path.join(home, 'sockets'));
  expect(modeOf(path.join(home, 'sockets'))).toBe(0o700);
});

test('a data folder with a long path has its sockets in another folder that only this account can open', async () => {
  const home = path.join(temporaryFolder(), 'long'.repeat(30));
  mkdirSync(home);
  const folder = await socketFolder(home);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(folder.length).toBeLessThan(80);
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(path.dirname(folder))).toBe(0o700);
  expect(await socketFolder(home)).toBe(folder);
});

test('a socket is found when its data folder moves to a longer path, and to another one', async () => {
  const top = temporaryFolder();
  const server = createServer((socket) => socket.end());
  onTestFinished(() => void server.close());
  const [short, long, other] = ['short', 'long'.repeat(30), 'other'.repeat(30)].map((name) => path.join(top, name));
  mkdirSync(short ?? '');
  await once(server.listen(path.join(await socketFolder(short ?? ''), 'one')), 'listening');
  for (const [from = '', to = ''] of [
    [short, long],
    [long, other],
  ]) {
    renameSync(from, to);
    const folder = await socketFolder(to);
    onTestFinished(() => rmSync(folder, { force: true }));
    await once(connect(path.join(folder, 'one')).resume(), 'end');
  }
});

test('a link in place of the folder is refused', async () => {
  const home = temporaryFolder();
  symlinkSync(temporaryFolder(), path.join(home, 'sockets'));
  await expect(socketFolder(home)).rejects.toThrow(/not a folder of this account/u);
});
