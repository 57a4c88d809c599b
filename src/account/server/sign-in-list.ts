import type { Kysely } from 'kysely';

import type { SignIn } from '../protocol.ts';
import type { AccountDeps } from './account-deps.ts';
import type { AccountTables } from './tables.ts';

interface Listed {
  readonly person: string;
  /** The sign-in of the caller, if it has one. */
  readonly own?: string | undefined;
  readonly now: number;
}

/** The sign-ins of a person, latest use first. */
export async function listSignIns(db: Kysely<AccountTables>, { person, own, now }: Listed): Promise<SignIn[]> {
  const stored = await db
    .selectFrom('sign_ins')
    .select(['id_hash as id', 'device', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('person_id', '=', person)
    .where('expires_at', '>', now)
    .execute();
  return stored
    .map((row) => ({ ...row, isOwn: row.id === own }))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || (b.lastSeenAt ?? 0) - (a.lastSeenAt ?? 0));
}

/** The sign-ins of a person to end: one by its id, or all with an exception. */
type EndedSignIns = { readonly only: string } | { readonly except: string | undefined };

/** Ends sign-ins of a person; a running server closes their sockets. Returns their number. */
export async function endSignIns(
  { database }: Pick<AccountDeps, 'database'>,
  person: string,
  ended: EndedSignIns,
): Promise<number> {
  const { numDeletedRows } = await database.write((trx) => {
    const own = trx.deleteFrom('sign_ins').where('person_id', '=', person);
    if ('only' in ended) return own.where('id_hash', '=', ended.only).executeTakeFirst();
    return (ended.except === undefined ? own : own.where('id_hash', '!=', ended.except)).executeTakeFirst();
  });
  return Number(numDeletedRows);
}
