import path from 'node:path';

import { ensureDataFolder } from '#platform/database/data-folder.ts';
import { restore } from '#platform/database/restore.ts';

import { UsageError, type CommandCall } from './command.ts';
import { requireSqlite } from './require-sqlite.ts';
import { readSettings } from './settings.ts';

export async function run(call: CommandCall): Promise<void> {
  const [file, ...rest] = call.positionals;
  if (file === undefined || rest.length > 0) throw new UsageError('Usage: warren restore FILE');
  const settings = readSettings(call.environment);
  requireSqlite(settings, 'pg_restore');
  await ensureDataFolder(settings.home);
  const { kept } = await restore({ home: settings.home, source: path.resolve(file), now: new Date() });
  process.stdout.write(`The data in ${settings.home} are those of ${path.resolve(file)}\n`);
  if (kept !== undefined) process.stdout.write(`What was there before is kept in ${kept}\n`);
}
