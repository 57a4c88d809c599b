import { foldOf } from '#composition/server/compose-server.ts';
import { personData } from '#composition/server/people.ts';
import { readSettings } from '#composition/server/settings.ts';
import { leftFilesOf } from '#composition/server/terminal.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { type KeySecret, keySecretOf } from '#language-model/server/keys/key-file.ts';
import { checkStoredKeys } from '#language-model/server/keys/provider-rows.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { unreadableSources } from '#library/storage/server/unreadable-sources.ts';
import { checkFiles } from '#person-data/server/check-files.ts';
import type { AnyTables } from '#person-data/server/person-data.ts';
import { checkDatabase } from '#platform/database/check/check-database.ts';
import { openToRead } from '#platform/database/open-to-read.ts';
import type { Fold } from '#session/domain/fold.ts';
import { checkLogs } from '#session/server/log/read-session.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';

import { type CommandCall, UsageError } from '../command.ts';

const RESTORE = 'Restore a backup: "warren restore FILE".';

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
    const fold = foldOf(database, settings);
    const { checked, damage } = await checkData({
      database,
      fold,
      home: settings.home,
      keySecret: keySecretOf(settings),
    });
    process.stdout.write(`Checked ${database.place}: ${checked.join(', ')}.\n`);
    for (const { what, remedy } of damage) process.stdout.write(`\n${what}\n  ${remedy}\n`);
    process.stdout.write(damage.length === 0 ? 'Nothing is damaged.\n' : '');
    if (damage.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

interface Damage {
  readonly what: string;
  readonly remedy: string;
}

interface CheckedData {
  /** The names of the checked parts. */
  readonly checked: readonly string[];
  readonly damage: readonly Damage[];
}

interface Checking {
  readonly database: Database<object>;
  readonly fold: Fold;
  readonly home: string;
  readonly keySecret: KeySecret;
}

/** Checks the database, every log, every stored file, the files of terminals and every key. Read-only. */
async function checkData({ database, fold, home, keySecret }: Checking): Promise<CheckedData> {
  const checked = ['the database'];
  const damage: Damage[] = [];
  const read = <Tables>() => tablesOf<Tables>(database).read;

  for (const what of await checkDatabase(database)) damage.push({ what: `The database: ${what}.`, remedy: RESTORE });

  await part('the sessions', async () => {
    const { sessions, logs, snapshots } = await checkLogs(read<SessionTables>(), fold);
    checked.push(count(sessions, 'session'));
    for (const { session, title, after } of logs)
      damage.push({
        what: `The log of session ${session} ("${title}") is damaged after entry ${after}.`,
        remedy: `It can be read up to there, and may not be continued. ${RESTORE}`,
      });
    for (const session of snapshots)
      damage.push({
        what: `The snapshot of session ${session} cannot be read.`,
        remedy: 'Nothing is lost: the session is read from its log. The next snapshot replaces this one.',
      });
  });
  await part('the stored files', async () => {
    const { files, damaged } = await checkFiles(read<AnyTables>(), personData);
    checked.push(count(files, 'file'));
    for (const { name } of damaged)
      damage.push({ what: `Of the stored files, ${name} is not as it was given.`, remedy: 'Add it again.' });
  });
  await part('the sources', async () => {
    for (const title of await unreadableSources(read<LibraryTables>()))
      damage.push({ what: `Tags, notes, state or address of the source "${title}" cannot be read.`, remedy: RESTORE });
  });
  await part('the files of terminals', async () => {
    const { count: files, left } = await leftFilesOf(database, home);
    checked.push(count(files, 'file of terminals', 'files of terminals'));
    for (const file of left)
      damage.push({
        what: `${file} belongs to no terminal.`,
        remedy:
          'It was left from data that are not here any more: delete it, or restore a backup that has its terminal.',
      });
  });
  await part('the keys of model providers', async () => {
    const { keys, unreadable } = await checkStoredKeys(read<LanguageModelTables>(), keySecret);
    checked.push(count(keys, 'key'));
    if (unreadable > 0)
      damage.push({
        what: `${count(unreadable, 'key')} of model providers cannot be opened with ${keySecret.place}.`,
        remedy: 'Put the right secret there, or give the keys again in Settings.',
      });
  });
  return { checked, damage };

  /** An unreadable part counts as damaged. The other parts are still checked. */
  async function part(name: string, check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      damage.push({ what: `It cannot be said whether ${name} are whole: ${why}`, remedy: RESTORE });
    }
  }
}

function count(number: number, what: string, several = `${what}s`): string {
  return `${number} ${number === 1 ? what : several}`;
}
