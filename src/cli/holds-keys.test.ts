import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { openSqlite } from '#platform/database/engines/sqlite.ts';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { holdsKeys } from './holds-keys.ts';

test('only a database with a stored key has keys; one from before keys existed has none', async () => {
  const file = path.join(temporaryFolder(), 'warren.db');
  await (await openSqlite(file)).close();
  expect(holdsKeys(file)).toBe(false);
  const database = new DatabaseSync(file);
  database.exec(`insert into people (id, name, token_hash, created_at) values ('ada', 'Ada', 'hash', 1);
    insert into provider_keys values ('ada', 'openai', null, 'http://127.0.0.1:1/v1', 1);`);
  expect(holdsKeys(file)).toBe(false);
  database.exec("update provider_keys set sealed_key = 'v1.sealed'");
  expect(holdsKeys(file)).toBe(true);
  database.exec('drop table provider_keys');
  database.close();
  expect(holdsKeys(file)).toBe(false);
});
