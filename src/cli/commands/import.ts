import { stat } from 'node:fs/promises';
import path from 'node:path';

import type { Kysely } from 'kysely';

import { personData } from '#composition/server/people.ts';
import { readSettings } from '#composition/server/settings.ts';
import { importFiles, removeImported } from '#person-data/server/import-files.ts';
import { importRows } from '#person-data/server/import-rows.ts';
import type { AnyTables } from '#person-data/server/person-data.ts';
import { isExport, readExport } from '#person-data/server/read-export.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { fillStore } from '#platform/database/fill-store.ts';

import { sendFiles } from '../adding/send-files.ts';
import { reasonOf, walkFolder } from '../adding/walk-folder.ts';
import { withServer } from '../adding/with-server.ts';
import { type CommandCall, UsageError } from '../command.ts';

const USAGE =
  'Usage: warren import library FOLDER [--bucket NAME] [--name NAME], or warren import FOLDER with what warren export wrote';
/** Notion names the folder of each export anew. */
const NOTION_EXPORT = /^(?:Export-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iu;

/** Imports an export of a person, or a folder of notes. A further import of notes updates what has changed. */
export async function run(call: CommandCall): Promise<void> {
  const [what, folder, ...rest] = call.positionals;
  if (what !== undefined && folder === undefined && (await isExport(what)))
    return sayImported(await importPerson(call.environment, path.resolve(what)));
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

/** Makes the data of an export in an empty data folder, all of them or none. Returns whose they are, and where. */
export async function importPerson(
  environment: NodeJS.ProcessEnv,
  directory: string,
): Promise<{ readonly person: string; readonly home: string }> {
  const { home, databaseUrl } = readSettings(environment);
  const given = await readExport(directory, personData);
  await ensureDataFolder(home);
  let files: readonly string[] = [];
  try {
    await fillStore(
      { home, databaseUrl },
      {
        schema: given.manifest.schema,
        source: directory,
        async fill(trx) {
          await importRows(trx as unknown as Kysely<AnyTables>, given, personData);
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
