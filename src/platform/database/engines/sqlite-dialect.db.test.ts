import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import type { MetaTables } from '../migrate.ts';
import { openSqlite } from './sqlite.ts';

async function openHeld() {
  const file = path.join(temporaryFolder(), 'warren.db');
  const opened = await openSqlite(file);
  onTestFinished(() => opened.close());
  const other = new DatabaseSync(file, { defensive: false });
  onTestFinished(() => other.close());
  const database = tablesOf<MetaTables>(opened);
  return {
    other,
    put: (key: string) => database.write((trx) => trx.insertInto('meta').values({ key, value: '' }).execute()),
    keys: () => database.read.selectFrom('meta').select('key').execute(),
  };
}

const READS = 50;

test('a write waits for another program’s write without blocking the event loop', async () => {
  const { other, put, keys } = await openHeld();
  other.exec('begin immediate');
  const writing = Promise.all([put('a'), put('b')]);
  for (let count = 0; count < READS; count += 1) expect(await keys()).toHaveLength(1);
  // The lock is released on this thread: a write that blocked the event loop could not succeed.
  other.exec('commit');
  await writing;
  expect(await keys()).toHaveLength(3);
});

test('a write fails if another program keeps the lock, and the next one succeeds', async () => {
  const { other, put } = await openHeld();
  other.exec('begin immediate');
  await expect(put('a')).rejects.toMatchObject({
    kind: 'store-failed',
    message: 'Another program keeps the database locked, so nothing was written. Try again.',
  });
  other.exec('rollback');
  await put('a');
});

test('a read of a damaged database is a store error', async () => {
  const { other, keys } = await openHeld();
  other.exec('pragma writable_schema = on');
  other.exec("update sqlite_schema set rootpage = 9999 where name = 'meta'");
  other.exec('pragma schema_version = 1000');
  await expect(keys()).rejects.toMatchObject({ kind: 'store-failed' });
});
