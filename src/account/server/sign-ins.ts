import type { Database } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

import { deviceOf } from '../domain/device-of.ts';
import { type Access, identifyAccess, isAccessToken } from './access-tokens.ts';
import type { AccountDeps } from './account-deps.ts';
import { hashOf, isSameHash, newSecret } from './secret.ts';
import type { UsedSignIn } from './sign-in-uses.ts';
import type { AccountTables } from './tables.ts';

/** A browser that was unused for this long has to sign in again. */
export const SIGN_IN_LASTS_MS = 90 * 86_400_000;

/** The credentials of a request: the token of an API client, or the cookie of a browser. */
export interface Credentials {
  readonly bearer?: string | undefined;
  readonly cookie?: string | undefined;
}

export interface Identity {
  readonly person: string;
  /** The sign-in: the hash of its cookie; null for a bearer token. */
  readonly signIn: string | null;
  /** The hash of what was presented: of the cookie or of the bearer token. */
  readonly credential: string;
  /** Its permissions, if it is an access token of a program. */
  readonly access?: Access;
}

export interface SignInDeps extends AccountDeps {
  /** Null while the clock cannot be trusted. */
  readonly settledNow: () => number | null;
}

export interface IdentifyDeps extends AccountDeps {
  onUsed(signIn: UsedSignIn): void;
}

/**
 * Exchanges a token for a cookie value; null if the token is not valid. `userAgent` identifies the browser in the list
 * of sign-ins. Rejects with the remedy if the sign-in cannot be stored.
 */
export async function signIn(
  deps: SignInDeps,
  token: string,
  userAgent: string = '',
): Promise<{ cookie: string } | null> {
  const person = await personByToken(deps.database, token);
  if (person === undefined) return null;
  const cookie = newSecret();
  const now = deps.now();
  const row: AccountTables['sign_ins'] = {
    id_hash: hashOf(cookie),
    person_id: person,
    created_at: now,
    expires_at: now + SIGN_IN_LASTS_MS,
    device: deviceOf(userAgent),
    last_seen_at: now,
  };
  try {
    await store(deps, row);
  } catch (error) {
    if (!(error instanceof AppError && error.isOfStore)) throw error;
    throw new AppError(error.kind, `You could not be signed in. ${error.message}`, { ...error.detail, cause: error });
  }
  return { cookie };
}

async function store({ database, settledNow }: SignInDeps, row: AccountTables['sign_ins']): Promise<void> {
  await database.write(async (trx) => {
    const now = settledNow();
    if (now !== null) await trx.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
    await trx.insertInto('sign_ins').values(row).execute();
  });
}

/** Ends a browser's sign-in. Returns its hash, which identifies its open sockets. */
export async function signOut(deps: AccountDeps, cookie: string): Promise<string> {
  const hash = hashOf(cookie);
  await deps.database.write(async (trx) => {
    await trx.deleteFrom('sign_ins').where('id_hash', '=', hash).execute();
  });
  return hash;
}

/** The person of a request, or null. A bearer takes precedence over a cookie. */
export async function identify(deps: IdentifyDeps, credentials: Credentials): Promise<Identity | null> {
  if (credentials.bearer !== undefined) {
    if (isAccessToken(credentials.bearer)) return identifyAccess(deps, credentials.bearer);
    const person = await personByToken(deps.database, credentials.bearer);
    return person === undefined ? null : { person, signIn: null, credential: hashOf(credentials.bearer) };
  }
  if (credentials.cookie === undefined) return null;
  const hash = hashOf(credentials.cookie);
  const [row] = await validSignIns(deps, [hash]);
  if (!row || !isSameHash(row.hash, hash)) return null;
  deps.onUsed(row);
  return { person: row.person, signIn: hash, credential: hash };
}

/** Filters sign-ins: those that have neither ended nor expired, of people who have access. */
export async function validSignIns(
  { database, now }: AccountDeps,
  hashes: readonly string[],
): Promise<readonly (UsedSignIn & { readonly person: string })[]> {
  if (hashes.length === 0) return [];
  return database.read
    .selectFrom('sign_ins')
    .innerJoin('people', 'people.id', 'sign_ins.person_id')
    .select(['id_hash as hash', 'person_id as person', 'last_seen_at as lastSeenAt'])
    .where('id_hash', 'in', [...hashes])
    .where('expires_at', '>', now())
    .where('removing_at', 'is', null)
    .execute();
}

async function personByToken(database: Database<AccountTables>, token: string): Promise<string | undefined> {
  const hash = hashOf(token);
  const row = await database.read
    .selectFrom('people')
    .select(['id', 'token_hash'])
    .where('token_hash', '=', hash)
    .where('removing_at', 'is', null)
    .executeTakeFirst();
  return row && isSameHash(row.token_hash, hash) ? row.id : undefined;
}
