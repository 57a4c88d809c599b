import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { shell, startTerminals } from '../../../../fixtures/terminal/terminals-of.ts';

const DAY = 86_400_000;

function recording(folder: string, name: string, { days, bytes }: { readonly days: number; readonly bytes: number }) {
  const file = path.join(folder, name);
  writeFileSync(file, Buffer.alloc(bytes));
  const written = (Date.now() - days * DAY) / 1000;
  utimesSync(file, written, written);
  return file;
}

test('recordings and files of chats beyond the limits are removed when the server starts and when a session ends; a running one stays', async () => {
  const home = temporaryFolder();
  const folder = path.join(home, 'recordings');
  mkdirSync(folder, { recursive: true });
  const old = recording(folder, 'old.cast', { days: 8, bytes: 10 });
  const recent = recording(folder, 'recent.cast', { days: 6, bytes: 600_000 });
  const chatFiles = path.join(home, 'chat-files', 'old');
  mkdirSync(chatFiles, { recursive: true });
  recording(chatFiles, 'a.png', { days: 8, bytes: 10 });
  const long = new Date(Date.now() - 30 * DAY);
  utimesSync(chatFiles, long, long);
  const environment = { WARREN_RECORDING_DAYS: '7', WARREN_RECORDING_MB: '1' };
  const { open, call } = await startTerminals({ home, environment });
  await expect.poll(() => existsSync(old)).toBe(false);
  expect(existsSync(recent)).toBe(true);
  await expect.poll(() => existsSync(chatFiles)).toBe(false);

  const running = path.join(folder, `${await open(shell('echo waits; sleep 1000'))}.cast`);
  await expect.poll(() => existsSync(running) && readFileSync(running, 'utf8')).toContain('waits');
  utimesSync(running, long, long);
  const ended = path.join(folder, `${await open(shell('head -c 500000 /dev/zero | tr "\\0" x'))}.cast`);
  await expect.poll(() => existsSync(recent)).toBe(false);
  expect(existsSync(running)).toBe(true);
  expect(existsSync(ended)).toBe(true);

  const session = path.basename(ended, '.cast');
  const given = path.join(home, 'chat-files', session);
  mkdirSync(given);
  await call('DELETE', `/api/sessions/${session}/recording`);
  expect([ended, given].filter((file) => existsSync(file))).toEqual([]);
});
