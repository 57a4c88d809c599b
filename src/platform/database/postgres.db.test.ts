import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { findPostgres, postgresEngine } from './testing/postgres-engine.ts';

const postgres = findPostgres();

test.skipIf(!postgres)('a read whose connection is cut is known as such, and the next one succeeds', async () => {
  const engine = await postgresEngine(postgres!);
  onTestFinished(() => engine.stop());
  const database = await engine.open();
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`;
  await expect(cut.execute(database.read)).rejects.toMatchObject({ kind: 'store-failed' });
  const { rows } = await sql`select 1 as one`.execute(database.read);
  expect(rows).toEqual([{ one: 1 }]);
  await database.close();
  await expect(sql`nonsense`.execute(database.read)).rejects.toThrow();
});
