import { createPerson } from '#account/server/people.ts';

import type { CommandCall } from '../command.ts';
import { printSignInLink } from './print-sign-in-link.ts';
import { withPeople } from './with-people.ts';

export async function run({ positionals: [name = ''], environment }: CommandCall): Promise<void> {
  await withPeople(environment, async ({ people, settings }) => {
    const { token } = await createPerson(people, { name });
    printSignInLink(settings, name, token);
  });
}
