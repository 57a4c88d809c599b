import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';

import { postgresEngine } from '../../../../fixtures/database/postgres-engine.ts';

const postgres = inject('postgres');

test.skipIf(postgres === undefined)(
  'a read on a cut connection fails as a store error, and the next one succeeds',
  async () => {
    const engine = await postgresEngine(postgres!);
    onTestFinished(() => engine.stop());
    const database = await engine.open();
    onTestFinished(() => database.close());
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`;
    await expect(cut.execute(database.read)).rejects.toMatchObject({ kind: 'store-failed' });
    // The pool may not have noticed the lost connection yet.
    await expect.poll(() => sql`select 1 as one`.execute(database.read)).toMatchObject({ rows: [{ one: 1 }] });
  },
);
