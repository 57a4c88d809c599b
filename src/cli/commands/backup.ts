import path from 'node:path';

import { readSettings } from '#composition/server/settings.ts';
import { keySecretOf } from '#language-model/server/keys/key-file.ts';
import { backUp } from '#platform/database/backup/backup.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { holdsKeys } from '../holds-keys.ts';
import { requireSqlite } from '../require-data.ts';

export async function run(call: CommandCall): Promise<void> {
  const [file, ...rest] = call.positionals;
  if (file === undefined || rest.length > 0) throw new UsageError('Usage: warren backup FILE [--force]');
  const settings = readSettings(call.environment);
  requireSqlite(settings, 'pg_dump');
  const target = path.resolve(file);
  await backUp({ home: settings.home, target, replace: call.flags['force'] === true });
  process.stdout.write(`The data in ${settings.home} are backed up in ${target}\n`);
  if (holdsKeys(target))
    process.stdout.write(
      `What opens the keys of model providers is not in it: keep ${keySecretOf(settings).place} too, apart from the backup.\n`,
    );
}
