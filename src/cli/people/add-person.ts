import { findFirstPerson } from '#account/server/first-person.ts';
import { createPerson } from '#account/server/people.ts';
import { AppError } from '#wire/error-kind.ts';

import type { CommandCall } from '../command.ts';
import { printSignInLink } from './print-sign-in-link.ts';
import { withPeople } from './with-people.ts';

/** Adds a further person. The first one comes with the first start: who is added here never becomes the owner. */
export async function run({ positionals: [name = ''], environment }: CommandCall): Promise<void> {
  await withPeople(environment, async ({ people, settings, store }) => {
    if (!(await findFirstPerson(people.database.read)))
      throw new AppError('refused', `There is nobody in ${store.place} yet. Start Warren once, then add people.`);
    const { token } = await createPerson(people, { name });
    await printSignInLink({ settings, store }, name, token);
  });
}
