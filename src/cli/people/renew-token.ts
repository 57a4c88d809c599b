import { renewToken } from '#account/server/renew-token.ts';

import type { CommandCall } from '../command.ts';
import { findPerson } from '../find-person.ts';
import { printSignInLink } from './print-sign-in-link.ts';
import { withPeople } from './with-people.ts';

export async function run({ positionals: [name = ''], environment }: CommandCall): Promise<void> {
  await withPeople(environment, async ({ people, settings, store }) => {
    const { id } = await findPerson(store, name);
    const token = await renewToken({ ...people, home: settings.home }, { person: id });
    printSignInLink(settings, name, token);
    process.stdout.write('The link before it and all sign-ins have ended.\n');
  });
}
