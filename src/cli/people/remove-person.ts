import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';

import type { Person } from '#account/server/people.ts';
import {
  beginRemoval,
  cancelRemoval,
  finishRemoval,
  isBeingRemoved,
  type RemovalDeps,
  removedLater,
  requireRemovable,
} from '#account/server/remove-person.ts';
import { personData, removalOf } from '#composition/server/people.ts';
import { exportPerson } from '#person-data/server/export-person.ts';
import { AppError } from '#wire/error-kind.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { findPerson, withPeople } from './with-people.ts';

const DAY_LENGTH = 10;

export async function runRemoval(call: CommandCall): Promise<void> {
  const [name = ''] = call.positionals;
  await withPeople(call.environment, async ({ settings, store }) => {
    const person = await findPerson(store, name);
    const directory = path.resolve(exportFolder(call, name));
    const later = await removePerson(removalOf(store, settings), {
      person,
      directory,
      exportPerson: async (id) => {
        await exportPerson(store, { person: id, directory, home: settings.home, slices: personData, now: Date.now() });
      },
      confirm: () => confirmRemoval(call.flags, { name, directory }),
    });
    process.stdout.write(`${name} is removed. What was theirs is in ${directory}\n`);
    for (const sentence of later) process.stdout.write(`${sentence}\n`);
    process.stdout.write('Backups that were made before still hold it.\n');
  });
}

interface Removal {
  readonly person: Person;
  /** The folder of the export, which must not exist. */
  readonly directory: string;
  /** Exports all data of a person into the directory, which it creates. Rejects if anything is missing. */
  readonly exportPerson: (person: string, directory: string) => Promise<void>;
  readonly confirm: () => Promise<void>;
}

/**
 * Exports a person, then deletes all their data. If the export fails, nothing is deleted. Returns sentences about what
 * is deleted later.
 */
export async function removePerson(
  deps: RemovalDeps,
  { person, directory, exportPerson: write, confirm }: Removal,
): Promise<readonly string[]> {
  if (existsSync(directory)) throw new AppError('refused', `${directory} is there already. Choose another --export.`);
  await requireRemovable(deps, person.id);
  await confirm();
  try {
    await beginRemoval(deps, person.id);
    await write(person.id, directory);
  } catch (error) {
    const failed = `${person.name} could not be exported, so nothing is deleted: ${messageOf(error)}`;
    const isLockedOut = await cancelRemoval(deps, person.id).then(
      () => false,
      () => isBeingRemoved(deps, person.id),
    );
    throw new AppError('refused', isLockedOut ? `${failed}\n${lockedOut(person.name)}` : failed, { cause: error });
  }
  const later = await removedLater(deps, person.id);
  await finishRemoval(deps, person.id);
  return later;
}

function exportFolder({ flags: { export: chosen } }: CommandCall, name: string): string {
  if (typeof chosen === 'string') return chosen;
  const safe = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const wanted = `warren-export-${safe}-${new Date().toISOString().slice(0, DAY_LENGTH)}`;
  // A failed removal leaves the folder of its export.
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? wanted : `${wanted}-${number}`;
    if (!existsSync(folder)) return folder;
  }
}

const lockedOut = (name: string) =>
  `${name} has no access now: giving it back failed too. Make room on the disk and run this again, or give access back with "warren user renew-token NAME".`;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Throws unless the name was typed, at the prompt or with the command. */
export async function confirmRemoval(
  flags: CommandCall['flags'],
  { name, directory }: { readonly name: string; readonly directory: string },
): Promise<void> {
  if (flags['yes'] === true) {
    if (flags['confirm'] === name) return;
    throw new UsageError(`--yes needs --confirm ${JSON.stringify(name)}. Nothing was removed.`);
  }
  if (!process.stdin.isTTY) throw new UsageError('Without a terminal to ask in, give --yes --confirm NAME.');
  process.stdout.write(
    `Everything of ${name} is exported to ${directory}, then deleted here: sessions, sets, sources, drafts, recordings. Keys of model providers are deleted without being exported. This cannot be undone.\n`,
  );
  const questions = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await questions.question(`Type the name to remove ${name}: `);
    if (typed.trim() !== name) throw new AppError('refused', 'That is another name. Nothing was removed.');
  } finally {
    questions.close();
  }
}
