import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { keepUpload, makeUploadFolder, removeOldUploads, removeUploads, uploadFolder } from './uploads.ts';

const DAY = 86_400_000;
const bytes = Buffer.from('12345');

test('a file is stored for its owner alone, under a name that is safe in a prompt', async () => {
  const folder = path.join(temporaryFolder(), 'one');
  const keep = async (name: string) => path.relative(folder, await keepUpload(folder, { name, bytes }));
  expect(await keep('../../my picture (1).png')).toBe('my-picture-1-.png');
  expect(await keep('.bashrc')).toBe('bashrc');
  expect(await keep('...')).toBe('file');
  expect(await keep('Über\u0000\n`x`.md')).toBe('Über-x-.md');
  const file = path.join(folder, 'bashrc');
  expect(readFileSync(file, 'utf8')).toBe('12345');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a second file with the same name gets a number, and nothing is overwritten', async () => {
  const folder = temporaryFolder();
  await keepUpload(folder, { name: 'a.txt', bytes });
  await keepUpload(folder, { name: 'a.txt', bytes: Buffer.from('other') });
  expect(readdirSync(folder).toSorted()).toEqual(['a-2.txt', 'a.txt']);
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('12345');
});

test.each([
  ['of three bytes a character', `${'語'.repeat(250)}.${'語'.repeat(40)}`, `${'語'.repeat(53)}.${'語'.repeat(7)}`],
  ['of four bytes a character', '𠮷'.repeat(250), '𠮷'.repeat(40)],
  ['of one byte a character', `${'a'.repeat(290)}.png`, `${'a'.repeat(160)}.png`],
])('a long name %s is cut between characters, and there is room for a number', async (_, name, expected) => {
  const folder = temporaryFolder();
  expect(path.basename(await keepUpload(folder, { name, bytes }))).toBe(expected);
  expect(path.basename(await keepUpload(folder, { name, bytes }))).toContain('-2');
});

test('the files of a session share a limit, also files that arrive at once', async () => {
  const folder = temporaryFolder();
  const keep = (name: string) => keepUpload(folder, { name, bytes, maxTotalBytes: 12 });
  await keep('a');
  await keep('b');
  await expect(keep('c')).rejects.toMatchObject({ kind: 'refused' });
  expect(readdirSync(folder)).toEqual(['a', 'b']);
  await Promise.allSettled(['d', 'e', 'f'].map(keep));
  expect(readdirSync(folder)).toEqual(['a', 'b']);
});

test('files of sessions that are no longer in use are removed', async () => {
  const uploads = temporaryFolder();
  const long = new Date(Date.now() - 8 * DAY);
  for (const session of ['old', 'running', 'begun-again', 'recent']) {
    const folder = uploadFolder(uploads, session);
    mkdirSync(folder);
    await keepUpload(folder, { name: 'a', bytes });
    if (session !== 'recent') utimesSync(folder, long, long);
  }
  await makeUploadFolder(uploads, 'begun-again');
  await removeOldUploads(uploads, { maxAgeMs: 7 * DAY, now: Date.now(), keep: new Set(['running']) });
  expect(readdirSync(uploads).toSorted()).toEqual(['begun-again', 'recent', 'running']);
  await removeUploads(uploads, 'recent');
  await removeUploads(uploads, 'never-there');
  expect(existsSync(uploadFolder(uploads, 'recent'))).toBe(false);
  await removeOldUploads(path.join(uploads, 'none'), { maxAgeMs: 0, now: Date.now(), keep: new Set() });
});
