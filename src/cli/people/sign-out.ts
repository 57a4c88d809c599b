import { isBeingRemoved } from '#account/server/remove-person.ts';
import { endSignIns, listSignIns } from '#account/server/sign-in-list.ts';
import { AppError } from '#wire/error-kind.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { findPerson } from '../find-person.ts';
import { shortId, withPeople } from './with-people.ts';

export async function run({ positionals: [name = '', wanted], flags, environment }: CommandCall): Promise<void> {
  const isAll = flags['all'] === true;
  if (isAll === (wanted !== undefined)) throw new UsageError('Usage: warren user sign-out NAME ID|--all');
  await withPeople(environment, async ({ people, store }) => {
    const { id: person } = await findPerson(store, name);
    const signIns = await listSignIns(people.database.read, { person, now: people.now() });
    const chosen = signIns.filter(({ id }) => id.startsWith(wanted ?? ''));
    if (!isAll && chosen.length !== 1) {
      const problem =
        chosen.length === 0 ? `${name} has no sign-in ${wanted}` : `Several sign-ins begin with ${wanted}`;
      throw new AppError('not-found', `${problem}. There are: ${signIns.map(shortId).join(', ') || 'none'}.`);
    }
    const ended = await endSignIns(people, person, isAll ? { except: undefined } : { only: chosen[0]?.id ?? '' });
    const link = (await isBeingRemoved(people, person))
      ? 'They are being removed, so the link does not work.'
      : 'The link still works.';
    process.stdout.write(`${ended === 1 ? '1 sign-in' : `${ended} sign-ins`} of ${name} ended. ${link}\n`);
  });
}
