import type { Kysely } from 'kysely';

import type { Owned } from '#session/server/log/log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { TerminalTables } from './tables.ts';

/**
 * Whether a person can open terminals: as decided for them, or, without a decision, only the first person. A terminal
 * has the rights of the server's own account.
 */
export async function mayOpenTerminals(db: Kysely<TerminalTables>, person: string): Promise<boolean> {
  const decided = await db
    .selectFrom('terminal_permissions')
    .select('is_allowed')
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (decided) return decided.is_allowed === 1;
  return (await firstPerson(db))?.id === person;
}

export async function requireTerminals(db: Kysely<TerminalTables>, person: string): Promise<void> {
  if (await mayOpenTerminals(db, person)) return;
  const first = await firstPerson(db);
  throw new AppError(
    'refused',
    `You may not open terminals here. This can be allowed by ${first?.name ?? 'the first person'}.`,
    {
      reason: 'no-terminals',
    },
  );
}

export function firstPerson(db: Kysely<TerminalTables>) {
  return db.selectFrom('people').select(['id', 'name']).orderBy('created_at').orderBy('id').executeTakeFirst();
}

/** The folder of a person's own terminal. Throws an AppError if there is no such terminal. */
async function folderOfOwn(db: Kysely<TerminalTables>, person: string, session: string): Promise<string> {
  const row = await db
    .selectFrom('terminals')
    .select('folder')
    .where('person_id', '=', person)
    .where('session_id', '=', session)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such terminal.');
  return row.folder;
}

interface TerminalRequest {
  readonly person: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The person's own terminal that a request names. Throws an AppError if there is no such terminal. */
export async function ownTerminal(db: Kysely<TerminalTables>, { person, params }: TerminalRequest): Promise<Owned> {
  const session = params['terminal'] ?? '';
  await folderOfOwn(db, person, session);
  return { person, session };
}

/** Like `ownTerminal`, but also requires that the person can open terminals. */
export async function allowedTerminal(db: Kysely<TerminalTables>, request: TerminalRequest): Promise<Owned> {
  const owned = await ownTerminal(db, request);
  await requireTerminals(db, owned.person);
  return owned;
}

/** Like `folderOfOwn`, but also requires that the person can open terminals. */
export async function folderOfAllowed(db: Kysely<TerminalTables>, person: string, session: string): Promise<string> {
  const folder = await folderOfOwn(db, person, session);
  await requireTerminals(db, person);
  return folder;
}

/** The browser of a sign-in, as the list of sign-ins names it; null if it is unknown. */
export async function deviceOfSignIn(
  db: Kysely<TerminalTables>,
  { person, signIn }: { readonly person: string; readonly signIn: string | null },
): Promise<string | null> {
  if (signIn === null) return null;
  const row = await db
    .selectFrom('sign_ins')
    .select('device')
    .where('person_id', '=', person)
    .where('id_hash', '=', signIn)
    .executeTakeFirst();
  return row?.device ?? null;
}
