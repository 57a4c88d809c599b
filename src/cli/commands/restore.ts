import path from 'node:path';

import { readSettings } from '#composition/server/settings.ts';
import { keySecretOf } from '#language-model/server/keys/key-file.ts';
import { restore } from '#platform/database/backup/restore.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { databaseFile } from '#platform/database/open-store.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { holdsKeys } from '../holds-keys.ts';
import { requireSqlite } from '../require-data.ts';

export async function run(call: CommandCall): Promise<void> {
  const [file, ...rest] = call.positionals;
  if (file === undefined || rest.length > 0) throw new UsageError('Usage: warren restore FILE');
  const settings = readSettings(call.environment);
  requireSqlite(settings, 'pg_restore');
  await ensureDataFolder(settings.home);
  const { replaced, validAgain } = await restore({ home: settings.home, source: path.resolve(file), now: new Date() });
  process.stdout.write(`The data in ${settings.home} are those of ${path.resolve(file)}\n`);
  if (replaced !== undefined) process.stdout.write(`What was there before is kept in ${replaced}\n`);
  if (validAgain.length > 0)
    process.stdout.write(
      `These people can sign in with the links they had then: ${validAgain.join(', ')}. Renew their links with "warren user renew-token NAME".\n`,
    );
  if (holdsKeys(databaseFile(settings.home)))
    process.stdout.write(
      `They hold keys of model providers. What opens those is in no backup: ${keySecretOf(settings).place} has to be that of the time of the backup. Otherwise give the keys again in Settings.\n`,
    );
}
