import { findFirstPerson } from '#account/server/first-person.ts';
import { createPerson } from '#account/server/people.ts';
import { isBeingRemoved } from '#account/server/remove-person.ts';
import { renewToken } from '#account/server/renew-token.ts';
import { hashOf, isSameHash } from '#account/server/secret.ts';
import { endSignIns, listSignIns } from '#account/server/sign-in-list.ts';
import { readToken } from '#account/server/token-file.ts';
import { serverAddress } from '#platform/database/server-address.ts';
import { AppError } from '#wire/error-kind.ts';

import { type CommandCall, UsageError } from '../command.ts';
import { listPeople } from '../people/list-people.ts';
import { runRemoval } from '../people/remove-person.ts';
import { findPerson, type OpenPeople, shortId, withPeople } from '../people/with-people.ts';
import { signInLink } from '../sign-in-link.ts';

interface Verb {
  readonly usage: string;
  readonly summary: string;
  readonly arguments: readonly [min: number, max: number];
  readonly run: (call: CommandCall) => Promise<void>;
}

const VERBS: Readonly<Record<string, Verb>> = {
  list: {
    usage: 'list [--json]',
    summary: 'Who is here, where they are signed in, and since when they were not seen',
    arguments: [0, 0],
    run: listPeople,
  },
  add: {
    usage: 'add NAME',
    summary: 'Make a further person and print their sign-in link, once',
    arguments: [1, 1],
    run: addPerson,
  },
  remove: {
    usage: 'remove NAME [--export FOLDER] [--yes --confirm NAME]',
    summary: 'Export everything of a person, then delete it; asks for the name first',
    arguments: [1, 1],
    run: runRemoval,
  },
  'renew-token': {
    usage: 'renew-token NAME',
    summary: 'Print a new sign-in link; the old one and all sign-ins of the person end at once',
    arguments: [1, 1],
    run: renew,
  },
  'sign-out': {
    usage: 'sign-out NAME ID|--all',
    summary: 'End one sign-in of a person, by its id in "user list", or all',
    arguments: [1, 2],
    run: signOut,
  },
};

/** Commands about people. They run beside a server, which notices changes within seconds. */
export async function run(call: CommandCall): Promise<void> {
  const [name = '', ...positionals] = call.positionals;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (!verb) {
    const lines = Object.values(VERBS).map(({ usage, summary }) => `  warren user ${usage}\n    ${summary}`);
    const problem = name === '' ? 'Name what to do.' : `"${name}" is nothing that "warren user" does.`;
    throw new UsageError(`${problem} There are:\n${lines.join('\n')}`);
  }
  const [min, max] = verb.arguments;
  if (positionals.length < min || positionals.length > max) throw new UsageError(`Usage: warren user ${verb.usage}`);
  await verb.run({ ...call, positionals });
}

/**
 * Adds a further person. The first person is created at the first start, so a person added here never becomes the
 * owner.
 */
async function addPerson({ positionals: [name = ''], environment }: CommandCall): Promise<void> {
  await withPeople(environment, async ({ people, settings, store }) => {
    if (!(await findFirstPerson(people.database.read)))
      throw new AppError('refused', `There is nobody in ${store.place} yet. Start Warren once, then add people.`);
    const { token } = await createPerson(people, { name });
    await printSignInLink({ settings, store }, name, token);
  });
}

/** Revokes the token and all sign-ins of a person, and prints the new link. */
async function renew({ positionals: [name = ''], environment }: CommandCall): Promise<void> {
  await withPeople(environment, async ({ people, settings, store }) => {
    const { home, token: environmentToken } = settings;
    const { id } = await findPerson(store, name);
    const first = await findFirstPerson(people.database.read);
    const stored = await readToken(home);
    const token = await renewToken({ ...people, home, environmentToken }, { person: id });
    await printSignInLink({ settings, store }, name, token);
    process.stdout.write('The link before it and all sign-ins have ended.\n');
    // The server may use a token that this command was not given.
    if (first?.id === id && (stored === undefined || !isSameHash(first.token_hash, hashOf(stored))))
      process.stdout.write('If the server is started with WARREN_TOKEN, change it there: each start takes that one.\n');
  });
}

async function signOut({ positionals: [name = '', wanted], flags, environment }: CommandCall): Promise<void> {
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

/** Prints the link with the address of the running server, or the one it will have. */
async function printSignInLink(
  { settings, store }: Pick<OpenPeople, 'settings' | 'store'>,
  name: string,
  token: string,
): Promise<void> {
  const address = (await serverAddress(settings, store)) ?? `http://${settings.host}:${settings.port}`;
  process.stdout.write(`${name} signs in at ${signInLink(address, token)}\n`);
  process.stdout.write('Keep this link: it is shown only once.\n');
}
