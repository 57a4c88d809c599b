import { userInfo } from 'node:os';

import { ensureSomeone } from '#account/server/first-person.ts';
import { createPerson } from '#account/server/people.ts';
import { peopleOf } from '#main.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { ownerAddress } from '#platform/database/data-folder/owner-lock.ts';
import { openBesideServer } from '#platform/database/open-store.ts';

import { UsageError, type CommandCall } from '../command.ts';
import { readSettings, type Settings } from '../settings.ts';
import { signInLink } from '../sign-in-link.ts';

/** Runs beside a server: it writes one person and does not need to own the data folder. */
export async function run(call: CommandCall): Promise<void> {
  const [verb, name, ...rest] = call.positionals;
  if (verb !== 'add' || name === undefined || rest.length > 0) throw new UsageError('Usage: warren user add NAME');
  const settings = readSettings(call.environment);
  const token = await addPerson(settings, name);
  const address = ownerAddress(settings.home) ?? `http://${settings.host}:${settings.port}`;
  process.stdout.write(`${name} signs in at ${signInLink(address, token)}\n`);
  process.stdout.write('Keep this link: it is shown only once.\n');
}

async function addPerson(settings: Settings, name: string): Promise<string> {
  const { home, databaseUrl } = settings;
  await ensureDataFolder(home);
  const store = await openBesideServer({ home, databaseUrl });
  try {
    const people = peopleOf(store);
    await ensureSomeone(people, { home, token: settings.token, userName: userInfo().username });
    return (await createPerson(people, { name })).token;
  } finally {
    await store.close();
  }
}
