import { foldOf } from '#main.ts';
import { openToRead } from '#platform/database/open-to-read.ts';
import { AppError } from '#wire/error-kind.ts';

import { checkData } from '../checking/check-data.ts';
import { UsageError, type CommandCall } from '../command.ts';
import { readSettings } from '../settings.ts';

/** Runs beside a server. Exits with 1 if something is damaged. */
export async function run(call: CommandCall): Promise<void> {
  if (call.positionals.length > 0) throw new UsageError('Usage: warren check');
  const settings = readSettings(call.environment);
  const database = await openToRead(settings);
  try {
    if (database.isOlder)
      throw new AppError(
        'refused',
        `The data in ${database.place} are of an older version: start Warren once, then check.`,
      );
    const fold = foldOf(database, call.environment);
    const { checked, damage } = await checkData({ database, fold, home: settings.home });
    process.stdout.write(`Checked ${database.place}: ${checked.join(', ')}.\n`);
    for (const { what, remedy } of damage) process.stdout.write(`\n${what}\n  ${remedy}\n`);
    process.stdout.write(damage.length === 0 ? 'Nothing is damaged.\n' : '');
    if (damage.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
