import path from 'node:path';

import { personData } from '#composition/server/people.ts';
import { readSettings } from '#composition/server/settings.ts';
import { exportPerson } from '#person-data/server/export-person.ts';
import { folderFailure } from '#platform/database/data-folder/folder-failure.ts';
import { openBesideServer } from '#platform/database/open-store.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { findPerson } from '../people/with-people.ts';
import { requireData } from '../require-data.ts';

const USAGE = 'Usage: warren export --all FOLDER [--person NAME]';

/** Writes everything of a person as files, also while the server runs. */
export async function run(call: CommandCall): Promise<void> {
  const [folder, ...rest] = call.positionals;
  if (call.flags['all'] !== true || folder === undefined || rest.length > 0) throw new UsageError(USAGE);
  const { home, databaseUrl } = readSettings(call.environment);
  requireData({ home, databaseUrl });
  const directory = path.resolve(folder);
  const store = await openBesideServer({ home, databaseUrl });
  try {
    const person = await findPerson(store, call.flags['person']);
    const request = { person: person.id, directory, home, slices: personData, now: Date.now() };
    const { files } = await exportPerson(store, request);
    process.stdout.write(`Everything of ${person.name} is in ${directory}: ${files.length} files\n`);
  } catch (error) {
    throw folderFailure(error, directory, 'choose another folder') ?? error;
  } finally {
    await store.close();
  }
}
