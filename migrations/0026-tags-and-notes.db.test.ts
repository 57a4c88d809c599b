import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { emptyDatabases } from '../fixtures/database/empty-databases.ts';
import { migrations } from './index.ts';

const NAMES = [
  ['Chemistry', '', 'Chemistry', ''],
  ['Chemistry:: Bonds ::Ionic', '', 'Ionic', 'Chemistry::Bonds'],
  ['Bonds::Ionic', 'Chemistry', 'Ionic', 'Chemistry::Bonds'],
  ['::Bonds', 'Chemistry', '::Bonds', 'Chemistry'],
] as const;

test.each(emptyDatabases)('levels in a set’s name move to its folder, on %s', async (_, open) => {
  const db = await open();
  for (const [name, migration] of Object.entries(migrations)) {
    if (name === '0026-tags-and-notes') {
      await sql`insert into people (id, name, token_hash, created_at) values ('ada', 'Ada', 'hash', 1)`.execute(db);
      for (const [id, [title, folder]] of NAMES.entries())
        await sql`insert into recall_sets (id, person_id, title, folder, is_sample, created_at, updated_at)
          values (${String(id)}, 'ada', ${title}, ${folder}, 0, 1, 1)`.execute(db);
    }
    await migration.up(db as never);
  }
  const { rows } = await sql`select title, folder, exam_on from recall_sets order by id`.execute(db);
  expect(rows).toEqual(NAMES.map(([, , title, folder]) => ({ title, folder, exam_on: null })));
});
