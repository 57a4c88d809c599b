import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import type { MetaTables } from '../migrate.ts';
import { Checkpoints } from './checkpoints.ts';
import { openSqlite } from './sqlite.ts';

const LARGE = 'x'.repeat(10_000_000);

/** The number of pages in the write-ahead log, and how many of them have been copied into the file. */
function lengthIn(connection: DatabaseSync) {
  return connection.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number };
}

async function open() {
  const file = path.join(temporaryFolder(), 'warren.db');
  const opened = await openSqlite(file);
  const beside = new DatabaseSync(file);
  onTestFinished(async () => {
    beside.close();
    await opened.close();
  });
  let count = 0;
  const database = tablesOf<MetaTables>(opened);
  return {
    put: (value: string) =>
      database.write((trx) =>
        trx
          .insertInto('meta')
          .values({ key: `${(count += 1)}`, value })
          .execute(),
      ),
    length: () => lengthIn(beside),
  };
}

test('the log of a large transaction is copied', async () => {
  const { put, length } = await open();
  await put(LARGE);
  expect(length().log).toBeGreaterThan(2_000);
  await expect.poll(() => length().checkpointed === length().log).toBe(true);
});

test('the log restarts after large transactions, also beside other transactions', async () => {
  const { put, length } = await open();
  for (let round = 0; round < 3; round += 1) {
    await put(LARGE);
    while (length().log > 1_000) await put('small');
  }
});

test('a log is copied even if the thread fails', async () => {
  const folder = temporaryFolder();
  const writer = new DatabaseSync(path.join(folder, 'warren.db'));
  onTestFinished(() => writer.close());
  writer.exec('pragma journal_mode = wal; create table notes (text text)');
  const checkpoints = new Checkpoints(path.join(folder, 'gone', 'warren.db'), writer);
  onTestFinished(() => checkpoints.close());
  writer.prepare('insert into notes values (?)').run(LARGE);
  checkpoints.committed();
  await expect.poll(() => lengthIn(writer).checkpointed).toBeGreaterThan(2_000);
});
