import path from 'node:path';

import { personData } from '#composition/server/people.ts';
import { readSettings } from '#composition/server/settings.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { pathOfSet } from '#modes/recall/sets/domain/set-path.ts';
import { deckFormat } from '#modes/recall/sets/protocol.ts';
import { readSetRows } from '#modes/recall/sets/server/exporting/read-sets.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { exportPerson } from '#person-data/server/export-person.ts';
import { folderFailure } from '#platform/database/data-folder/folder-failure.ts';
import { openBesideServer } from '#platform/database/open-store.ts';
import { AppError } from '#wire/error-kind.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { findPerson } from '../people/with-people.ts';
import { requireData } from '../require-data.ts';
import { writeDeck } from '../write-deck.ts';

const USAGE =
  'Usage: warren export --all FOLDER [--person NAME], or warren export deck [SET … | --all] --format apkg|csv|markdown|json --out FILE';

/** Exports all data of a person as files, or sets as one file. Works beside a running server. */
export async function run(call: CommandCall): Promise<void> {
  const [folder, ...rest] = call.positionals;
  if (folder === 'deck') return writeSets(call, rest);
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

async function writeSets({ flags, environment }: CommandCall, names: readonly string[]): Promise<void> {
  const format = deckFormat.safeParse(flags['format']);
  const { out } = flags;
  if (!format.success || typeof out !== 'string' || (flags['all'] === true) === names.length > 0)
    throw new UsageError(USAGE);
  const { home, databaseUrl } = readSettings(environment);
  requireData({ home, databaseUrl });
  const target = path.resolve(out);
  const store = await openBesideServer({ home, databaseUrl });
  try {
    const person = await findPerson(store, flags['person']);
    const sets = flags['all'] === true ? null : await setsNamed(tablesOf<RecallTables>(store), person.id, names);
    const wanted = { format: format.data, sets };
    const count = await writeDeck(store, { person: person.id, wanted, target, now: Date.now() });
    process.stdout.write(`${count} ${count === 1 ? 'set' : 'sets'} of ${person.name}: ${target}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(`${target} is there already. Name another file.`, { cause: error });
    throw folderFailure(error, path.dirname(target), 'choose another folder') ?? error;
  } finally {
    await store.close();
  }
}

/** The ids of sets given by name, with or without their folder. Rejects unknown names. */
async function setsNamed(
  { read }: Pick<Database<RecallTables>, 'read'>,
  person: string,
  names: readonly string[],
): Promise<string[]> {
  const sets = await readSetRows({ read, person }, { sets: null, hasDeleted: false });
  return names.flatMap((name) => {
    const found = sets.filter((set) => set.title === name || pathOfSet(set) === name || set.id === name);
    if (found.length === 0)
      throw new AppError('refused', `There is no set "${name}". There are: ${sets.map(pathOfSet).join(', ')}.`);
    return found.map(({ id }) => id);
  });
}
