import { userInfo } from 'node:os';

import { ensureSomeone } from '#account/server/first-person.ts';
import { createPerson } from '#account/server/people.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';

import type { CommandCall } from '../command.ts';
import { readSettings } from '../settings.ts';
import { printSignInLink } from './print-sign-in-link.ts';
import { openPeople } from './with-people.ts';

/** Adds a further person. The first person is made if there is nobody yet. */
export async function run({ positionals: [name = ''], environment }: CommandCall): Promise<void> {
  const settings = readSettings(environment);
  const { home, token: ownersToken } = settings;
  await ensureDataFolder(home);
  await openPeople(settings, async ({ people }) => {
    await ensureSomeone(people, { home, token: ownersToken, userName: userInfo().username });
    const { token } = await createPerson(people, { name });
    printSignInLink(settings, name, token);
  });
}
