import { listSignIns } from '#account/server/sign-in-list.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { mayOpenTerminals } from '#modes/terminal/running/server/permission.ts';
import type { TerminalTables } from '#modes/terminal/running/server/tables.ts';

import { shown } from '../adding/shown.ts';
import type { CommandCall } from '../command.ts';
import { shortId, withPeople } from './with-people.ts';

export async function listPeople({ flags, environment }: CommandCall): Promise<void> {
  const listed = await withPeople(environment, ({ store, people }) => readPeople(store, people.now()));
  process.stdout.write(flags['json'] === true ? `${JSON.stringify(listed)}\n` : listed.map(linesOf).join(''));
}

interface ListedPerson {
  readonly id: string;
  readonly name: string;
  /** All times are in ms since 1970. */
  readonly createdAt: number;
  /** When a browser of theirs was last seen; null if none is signed in. */
  readonly lastSeenAt: number | null;
  readonly signIns: readonly {
    readonly id: string;
    readonly device: string | null;
    readonly lastSeenAt: number | null;
  }[];
  readonly sessions: number;
  readonly mayOpenTerminals: boolean;
  /** Whether their removal began and did not finish. */
  readonly isBeingRemoved: boolean;
}

type Tables = AccountTables & Pick<TerminalTables, 'sessions'>;

async function readPeople(store: Database<object>, now: number): Promise<ListedPerson[]> {
  const { read } = tablesOf<Tables>(store);
  const people = await read.selectFrom('people').selectAll().orderBy('created_at').orderBy('id').execute();
  const counts = await read
    .selectFrom('sessions')
    .select(({ fn }) => ['person_id', fn.countAll<number>().as('count')])
    .groupBy('person_id')
    .execute();
  const listed: ListedPerson[] = [];
  for (const { id, name, created_at: createdAt, removing_at: removingAt } of people) {
    const signIns = await listSignIns(tablesOf<AccountTables>(store).read, { person: id, now });
    const seen = signIns.flatMap(({ lastSeenAt }) => lastSeenAt ?? []);
    listed.push({
      id,
      name,
      createdAt,
      lastSeenAt: seen.length === 0 ? null : Math.max(...seen),
      signIns: signIns.map((signIn) => ({ id: shortId(signIn), device: signIn.device, lastSeenAt: signIn.lastSeenAt })),
      sessions: Number(counts.find(({ person_id: person }) => person === id)?.count ?? 0),
      mayOpenTerminals: await mayOpenTerminals(tablesOf<TerminalTables>(store).read, id),
      isBeingRemoved: removingAt !== null,
    });
  }
  return listed;
}

const MINUTE_LENGTH = 16;

function linesOf(person: ListedPerson): string {
  const { name, createdAt, lastSeenAt, signIns, sessions, isBeingRemoved } = person;
  const facts = [
    `since ${timeOf(createdAt)}`,
    lastSeenAt === null ? 'not signed in' : `last seen ${timeOf(lastSeenAt)}`,
    sessions === 1 ? '1 session' : `${sessions} sessions`,
    person.mayOpenTerminals ? 'may open terminals' : 'no terminals',
    ...(isBeingRemoved ? ['being removed'] : []),
  ];
  const devices = signIns.map(
    ({ id, device, lastSeenAt: seen }) =>
      `  ${id}  ${device ?? 'a browser or program'}, ${seen === null ? 'last seen before that was kept' : `last seen ${timeOf(seen)}`}\n`,
  );
  return `${shown(name)}: ${facts.join(', ')}\n${devices.join('')}`;
}

/** Formats a time to the minute, in UTC. */
function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, MINUTE_LENGTH).replace('T', ' ')} UTC`;
}
