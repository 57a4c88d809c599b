import type { Kysely } from 'kysely';

import type { SignIn } from '../protocol.ts';
import type { AccountDeps } from './account-deps.ts';
import { markSignedOut } from './signed-out-mark.ts';
import type { AccountTables } from './tables.ts';
import type { EndedSignIns, SignInRow, UnwrittenSignIns } from './unwritten-sign-ins.ts';

interface Listed {
  readonly person: string;
  /** The sign-in that asks, if it is one. */
  readonly own?: string | undefined;
  readonly now: number;
  /** Those of the person that are not stored. */
  readonly unwritten?: readonly SignInRow[];
}

/** The sign-ins of a person, latest use first. */
export async function listSignIns(
  db: Kysely<AccountTables>,
  { person, own, now, unwritten = [] }: Listed,
): Promise<SignIn[]> {
  const stored = await db
    .selectFrom('sign_ins')
    .select(['id_hash as id', 'device', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('person_id', '=', person)
    .where('expires_at', '>', now)
    .execute();
  const further = unwritten
    .filter(({ id_hash: hash }) => stored.every(({ id }) => id !== hash))
    .map((row) => ({ id: row.id_hash, device: row.device, createdAt: row.created_at, lastSeenAt: row.last_seen_at }));
  return [...stored, ...further]
    .map((row) => ({ ...row, isOwn: row.id === own }))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || (b.lastSeenAt ?? 0) - (a.lastSeenAt ?? 0));
}

interface EndSignInsDeps extends AccountDeps {
  /** Those that a server holds; a command beside it has none. */
  readonly unwritten?: UnwrittenSignIns;
}

/** Ends sign-ins of a person; a running server closes their sockets. Returns how many. */
export async function endSignIns(deps: EndSignInsDeps, person: string, ended: EndedSignIns): Promise<number> {
  const held = deps.unwritten?.end(person, ended) ?? 0;
  const { numDeletedRows } = await deps.database.write(async (trx) => {
    const own = trx.deleteFrom('sign_ins').where('person_id', '=', person);
    if ('only' in ended) return own.where('id_hash', '=', ended.only).executeTakeFirst();
    if (ended.except !== undefined) return own.where('id_hash', '!=', ended.except).executeTakeFirst();
    await markSignedOut(trx, person, deps.now());
    return own.executeTakeFirst();
  });
  return held + Number(numDeletedRows);
}
