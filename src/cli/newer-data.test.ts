import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { runServer } from '#main.ts';
import { backUp } from '#platform/database/backup/backup.ts';
import { restore } from '#platform/database/backup/restore.ts';

import { editDatabase } from '../../fixtures/database/edit-database.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';

test('after a downgrade newer data is refused and not changed, and an earlier backup can replace it', async () => {
  const home = temporaryFolder();
  const environment = { WARREN_HOME: home, WARREN_PORT: '0', WARREN_OFFLINE: '1' };
  await (await runServer(environment)).close();
  const backup = path.join(temporaryFolder(), 'before.db');
  await backUp({ home, target: backup, replace: false });

  await editDatabase(home, (newer) =>
    newer.exec(`insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z');
      create table of_later (id text); insert into of_later values ('kept')`),
  );
  for (const _ of ['once', 'again'])
    await expect(runServer(environment)).rejects.toMatchObject({
      detail: { reason: 'newer-data' },
      message: expect.stringContaining('(9999-later). Update Warren, or restore a backup') as string,
    });

  const { replaced = '' } = await restore({ home, source: backup, now: new Date() });
  await (await runServer(environment)).close();
  const beside = new DatabaseSync(replaced, { readOnly: true });
  expect(beside.prepare('select id from of_later').all()).toMatchObject([{ id: 'kept' }]);
  beside.close();
  expect(readdirSync(home)).not.toContain('owner.json');
});
