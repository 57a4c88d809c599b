import type { Kysely } from 'kysely';

import { personData } from '#main.ts';
import { importFiles, removeImported } from '#person-data/server/import-files.ts';
import { importRows } from '#person-data/server/import-rows.ts';
import type { AnyTables } from '#person-data/server/person-data.ts';
import { readExport } from '#person-data/server/read-export.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { fillStore } from '#platform/database/fill-store.ts';

import { readSettings } from './settings.ts';

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
