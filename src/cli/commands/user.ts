import { type CommandCall, UsageError } from '../command.ts';
import { addPerson, renew, signOut } from '../people/access.ts';
import { listPeople } from '../people/list-people.ts';
import { runRemoval } from '../people/remove-person.ts';

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

/** Commands about people. They run beside a server, which takes notice within seconds. */
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
