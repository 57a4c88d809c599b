import { findFirstPerson } from '#account/server/first-person.ts';
import { renewToken } from '#account/server/renew-token.ts';
import { hashOf, isSameHash } from '#account/server/secret.ts';
import { readToken } from '#account/server/token-file.ts';

import type { CommandCall } from '../command.ts';
import { findPerson } from '../find-person.ts';
import { printSignInLink } from './print-sign-in-link.ts';
import { withPeople } from './with-people.ts';

export async function run({ positionals: [name = ''], environment }: CommandCall): Promise<void> {
  await withPeople(environment, async ({ people, settings, store }) => {
    const { home, token: environmentToken } = settings;
    const { id } = await findPerson(store, name);
    const first = await findFirstPerson(people.database.read);
    const stored = await readToken(home);
    const token = await renewToken({ ...people, home, environmentToken }, { person: id });
    await printSignInLink({ settings, store }, name, token);
    process.stdout.write('The link before it and all sign-ins have ended.\n');
    // The server may have one that this command was not given.
    if (first?.id === id && (stored === undefined || !isSameHash(first.token_hash, hashOf(stored))))
      process.stdout.write('If the server is started with WARREN_TOKEN, change it there: each start takes that one.\n');
  });
}
