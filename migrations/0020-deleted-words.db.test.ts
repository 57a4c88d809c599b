import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { emptyDatabases } from '../fixtures/database/empty-databases.ts';
import { migrations } from './index.ts';

test.each(emptyDatabases)('deletions cause no merge in indexes of words, on %s', async (engine, open) => {
  const db = await open();
  for (const [name, migration] of Object.entries(migrations)) {
    if (name === '0020-deleted-words' && engine === 'SQLite') {
      await sql`create virtual table passage_words_1 using fts5(words, content = '', contentless_delete = 1)`.execute(
        db,
      );
      await sql`create virtual table passage_words_1_terms using fts5vocab(passage_words_1, instance)`.execute(db);
    }
    await migration.up(db);
  }
  if (engine !== 'SQLite') return;
  const { rows } = await sql<{ v: number }>`select v from passage_words_1_config where k = 'deletemerge'`.execute(db);
  expect(rows).toEqual([{ v: 0 }]);
});
