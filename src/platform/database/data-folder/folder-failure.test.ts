import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { folderFailure } from './folder-failure.ts';
import { takeOwnerLock } from './owner-lock.ts';

function failure(fields: object): Error {
  return Object.assign(new Error('write'), fields);
}

test.each([
  ['no room', failure({ code: 'ENOSPC' }), 'disk-full'],
  ['no quota', failure({ code: 'EDQUOT' }), 'disk-full'],
  ['a full disk under SQLite', failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'disk-full'],
  ['no room for the shared memory of SQLite', failure({ errcode: 4874 }), 'disk-full'],
  ['a read-only file system', failure({ code: 'EROFS' }), 'store-failed'],
  ["someone else's folder", failure({ code: 'EACCES' }), 'store-failed'],
  ['a read-only database', failure({ errcode: 8 | (4 << 8) }), 'store-failed'],
  [
    'a failure that became a cause',
    new AppError('store-failed', 'x', { cause: failure({ errcode: 14 }) }),
    'store-failed',
  ],
])('%s is reported with the folder and what to do', (_, error, kind) => {
  const told = folderFailure(error, '/data');
  expect(told).toMatchObject({ kind, cause: error });
  expect(told?.message).toMatch(
    /\/data.*(Make room on it|Make it writable, or choose another folder with WARREN_HOME)/,
  );
});

test('other errors are not converted', () => {
  for (const error of [failure({ code: 'EIO' }), failure({ errcode: 5 }), new AppError('refused', 'no'), 'text'])
    expect(folderFailure(error, '/data')).toBeUndefined();
});

test.skipIf(!existsSync('/dev/full'))('a folder without room for the note of its owner stays free', () => {
  const folder = temporaryFolder();
  const draft = path.join(folder, `owner.json.${process.pid}`);
  // Writing through this link fails as on a full disk.
  symlinkSync('/dev/full', draft);
  expect(() => takeOwnerLock(folder)).toThrow(`The disk of ${folder} is full. Make room on it, then try again.`);
  expect(readdirSync(folder)).toEqual(['owner.lock']);
  takeOwnerLock(folder).release();
});
