import { stat } from 'node:fs/promises';
import path from 'node:path';

import type { Kysely, Transaction } from 'kysely';

import { foldOf } from '#composition/server/compose-server.ts';
import { personData } from '#composition/server/people.ts';
import { readSettings, type Settings } from '#composition/server/settings.ts';
import type { Database } from '#database/server/database.ts';
import { checkFiles } from '#person-data/server/check-files.ts';
import { importFiles, removeImported } from '#person-data/server/import-files.ts';
import { importRows } from '#person-data/server/import-rows.ts';
import { tableFile } from '#person-data/server/manifest.ts';
import type { AnyTables } from '#person-data/server/person-data.ts';
import { damaged, isExport, readExport } from '#person-data/server/read-export.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { fillStore } from '#platform/database/fill-store.ts';
import { damagedLogs } from '#session/server/log/read-session.ts';
import type { SessionTables } from '#session/server/tables.ts';

import { migrations } from '../../../migrations/index.ts';
import { importDeck } from '../adding/import-deck.ts';
import { sendFiles } from '../adding/send-files.ts';
import { reasonOf, walkFolder } from '../adding/walk-folder.ts';
import { withServer } from '../adding/with-server.ts';
import { type CommandCall, UsageError } from '../command.ts';

const USAGE =
  'Usage: warren import library FOLDER [--bucket NAME] [--name NAME], warren import deck FILE [--set NAME] [--fresh], or warren import FOLDER with what warren export wrote';
/** Notion gives the folder of each export a new name. */
const NOTION_EXPORT = /^(?:Export-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iu;

/** Imports an export of a person, a file of cards, or a folder of notes. Importing notes again updates changed ones. */
export async function run(call: CommandCall): Promise<void> {
  const [what, folder, ...rest] = call.positionals;
  if (what !== undefined && folder === undefined && (await isExport(what)))
    return sayImported(await importPerson(call.environment, path.resolve(what)));
  if (what === 'deck' && folder !== undefined && rest.length === 0) {
    const { set, fresh } = call.flags;
    return importDeck(call.environment, folder, {
      set: typeof set === 'string' ? set : undefined,
      isFresh: fresh === true,
    });
  }
  if (what !== 'library' || folder === undefined || rest.length > 0) throw new UsageError(USAGE);
  const found = path.resolve(folder);
  const isFolder = await stat(found).then(
    (entry) => entry.isDirectory(),
    (error: unknown) => Promise.reject(new Error(`${folder}: ${reasonOf(error)}`, { cause: error })),
  );
  if (!isFolder) throw new UsageError(`${folder} is not a folder. "warren add" takes files.\n${USAGE}`);
  const { bucket, name } = call.flags;
  const named = path.basename(found).normalize('NFC') || 'Files';
  await withServer(call.environment, async (adding) => {
    const given = {
      run: adding.run,
      name: typeof name === 'string' ? name : NOTION_EXPORT.test(named) ? 'Notion' : named,
      bucket: typeof bucket === 'string' ? bucket : undefined,
    };
    return sendFiles(walkFolder(Buffer.from(found)), given, adding);
  });
}

function sayImported({ person, home }: Awaited<ReturnType<typeof importPerson>>): void {
  process.stdout.write(
    `Everything of ${person} is in ${home} now. "warren start" prints a new sign-in link.\n` +
      'Keys of model providers were not exported: give them again in Settings.\n',
  );
}

/** Creates the data of an export in an empty data folder, all or nothing. Returns the person's name and the folder. */
export async function importPerson(
  environment: NodeJS.ProcessEnv,
  directory: string,
): Promise<{ readonly person: string; readonly home: string }> {
  const settings = readSettings(environment);
  const { home, databaseUrl } = settings;
  const given = await readExport(directory, personData);
  const isCurrent = given.manifest.schema === Object.keys(migrations).at(-1);
  await ensureDataFolder(home);
  let files: readonly string[] = [];
  try {
    await fillStore(
      { home, databaseUrl },
      {
        schema: given.manifest.schema,
        source: directory,
        async fill(trx) {
          await importRows(trx as unknown as Kysely<AnyTables>, { ...given, isCurrent }, personData);
          await requireWhole(trx, { isCurrent, settings });
          files = await importFiles(given, home);
        },
      },
    );
  } catch (error) {
    await removeImported(files);
    throw error;
  }
  return { person: given.manifest.person.name, home };
}

interface Checking {
  readonly isCurrent: boolean;
  readonly settings: Settings;
}

/** Checks the imported data as `warren check` does, and throws an AppError that names the damage. */
async function requireWhole(trx: Transaction<object>, { isCurrent, settings }: Checking): Promise<void> {
  const read = <Tables>() => trx as unknown as Kysely<Tables>;
  const isOnlyRead = () => Promise.reject(new Error('nothing is written while an import is checked'));
  const engine = settings.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const database: Database<object> = { engine, read: trx, write: isOnlyRead, eraseDeleted: isOnlyRead };
  const [log] = await damagedLogs(read<SessionTables>(), foldOf(database, settings));
  if (log)
    throw damaged(
      tableFile('events'),
      `the log of session ${log.session} ("${log.title}") is damaged after entry ${log.after}`,
    );
  // Data of an earlier version may have other tables.
  if (!isCurrent) return;
  const [file] = (await checkFiles(read<AnyTables>(), personData)).damaged;
  if (file) throw damaged(tableFile(file.table), `${file.name} is not as it was given`);
}
