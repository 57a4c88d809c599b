import path from 'node:path';

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { openSqlite } from './engines/sqlite.ts';
import type { MetaTables } from './migrate.ts';

const LARGE = 'x'.repeat(100_000);

async function openLimited() {
  const file = path.join(temporaryFolder(), 'warren.db');
  const opened = await openSqlite(file);
  onTestFinished(() => opened.close());
  const database = tablesOf<MetaTables>(opened);
  return {
    /** SQLite reports a full disk once the file would exceed this number of pages. */
    limit: (pages: number) => database.write((trx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(trx)),
    put: (key: string, value = '') => database.write((trx) => trx.insertInto('meta').values({ key, value }).execute()),
    async keys(): Promise<string[]> {
      const rows = await database.read.selectFrom('meta').select('key').where('key', '!=', 'lineage').execute();
      return rows.map((row) => row.key).toSorted();
    },
  };
}

test('a full disk rejects the write without losing data, and later writes succeed once there is room', async () => {
  const store = await openLimited();
  await store.put('before');
  await store.limit(1);
  await expect(store.put('large', LARGE)).rejects.toMatchObject({ kind: 'disk-full' });
  expect(await store.keys()).toEqual(['before']);
  await store.put('small');
  await store.limit(1_000_000);
  await store.put('large', LARGE);
  expect(await store.keys()).toEqual(['before', 'large', 'small']);
});

test('beside a write that fills the disk, acknowledged writes are stored and others fail as disk-full', async () => {
  const store = await openLimited();
  await store.limit(1);
  const keys = ['a', 'b', 'large', 'c', 'd'];
  const results = await Promise.allSettled(keys.map((key) => store.put(key, key === 'large' ? LARGE : '')));
  const acknowledged = keys.filter((_, index) => results[index]?.status === 'fulfilled');
  expect(await store.keys()).toEqual(acknowledged);
  // The later writes had not started yet.
  expect(acknowledged).toEqual(['c', 'd']);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'disk-full' });
});
