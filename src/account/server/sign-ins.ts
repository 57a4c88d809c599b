import type { Database } from '#database/server/database.ts';

import { hashOf, isSameHash, newSecret } from './secret.ts';
import type { AccountTables } from './tables.ts';
import { isStored, type SignInRow, type UnwrittenSignIns } from './unwritten-sign-ins.ts';

const DAY_MS = 86_400_000;
/** A browser that was unused for this long has to sign in again. */
const SIGN_IN_LASTS_MS = 90 * DAY_MS;
/** Each use extends the sign-in, written at most this often. */
const RENEW_EVERY_MS = DAY_MS;

/** What a request presents: the token of an API client, or the cookie of a browser. */
export interface Credentials {
  readonly bearer?: string | undefined;
  readonly cookie?: string | undefined;
}

export interface Identity {
  readonly person: string;
  /** The sign-in: the hash of its cookie; null for a bearer token. */
  readonly signIn: string | null;
}

export interface SignInDeps {
  readonly database: Database<AccountTables>;
  readonly unwritten: UnwrittenSignIns;
  now(): number;
}

/** Exchanges a token for a cookie value, also while the store cannot be written; null if the token is not valid. */
export async function signIn(deps: SignInDeps, token: string): Promise<{ cookie: string } | null> {
  const person = await personByToken(deps.database, token);
  if (person === undefined) return null;
  const cookie = newSecret();
  const now = deps.now();
  const row = { id_hash: hashOf(cookie), person_id: person, created_at: now, expires_at: now + SIGN_IN_LASTS_MS };
  if (!(await store(deps, row))) deps.unwritten.hold(row);
  return { cookie };
}

/** False if the store cannot be written. */
function store(deps: SignInDeps, row: SignInRow): Promise<boolean> {
  return isStored(
    deps.database.write(async (trx) => {
      await trx.deleteFrom('sign_ins').where('expires_at', '<=', deps.now()).execute();
      await trx
        .insertInto('sign_ins')
        .values(row)
        .onConflict((conflict) => conflict.column('id_hash').doNothing())
        .execute();
    }),
  );
}

/** Ends a browser's sign-in. Returns its hash, which identifies its open sockets. */
export async function signOut(deps: SignInDeps, cookie: string): Promise<string> {
  const hash = hashOf(cookie);
  deps.unwritten.drop(hash);
  await deps.database.write(async (trx) => {
    await trx.deleteFrom('sign_ins').where('id_hash', '=', hash).execute();
  });
  return hash;
}

/** The person of a request, or null. A bearer takes precedence over a cookie. */
export async function identify(deps: SignInDeps, credentials: Credentials): Promise<Identity | null> {
  if (credentials.bearer !== undefined) {
    const person = await personByToken(deps.database, credentials.bearer);
    return person === undefined ? null : { person, signIn: null };
  }
  if (credentials.cookie === undefined) return null;
  const hash = hashOf(credentials.cookie);
  const now = deps.now();
  const unwritten = deps.unwritten.find(hash);
  if (unwritten) return identifyUnwritten(deps, unwritten);
  const row = await deps.database.read
    .selectFrom('sign_ins')
    .select(['id_hash', 'person_id', 'expires_at'])
    .where('id_hash', '=', hash)
    .executeTakeFirst();
  if (!row || !isSameHash(row.id_hash, hash) || row.expires_at <= now) return null;
  if (row.expires_at < now + SIGN_IN_LASTS_MS - RENEW_EVERY_MS && !(await renew(deps, hash))) return null;
  return { person: row.person_id, signIn: hash };
}

async function identifyUnwritten(deps: SignInDeps, row: SignInRow): Promise<Identity | null> {
  if (row.expires_at <= deps.now()) return null;
  if (await store(deps, row)) deps.unwritten.drop(row.id_hash);
  return { person: row.person_id, signIn: row.id_hash };
}

/** False if it was signed out meanwhile. What cannot be written now is renewed by a later use. */
async function renew(deps: SignInDeps, hash: string): Promise<boolean> {
  let isThere = true;
  await isStored(
    deps.database.write(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('sign_ins')
        .set({ expires_at: deps.now() + SIGN_IN_LASTS_MS })
        .where('id_hash', '=', hash)
        .executeTakeFirst();
      isThere = numUpdatedRows > 0n;
    }),
  );
  return isThere;
}

async function personByToken(database: Database<AccountTables>, token: string): Promise<string | undefined> {
  const hash = hashOf(token);
  const row = await database.read
    .selectFrom('people')
    .select(['id', 'token_hash'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row && isSameHash(row.token_hash, hash) ? row.id : undefined;
}
