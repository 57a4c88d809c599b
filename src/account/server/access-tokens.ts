import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';
import type { Scope } from '#wire/tool.ts';

import type { AccountDeps } from './account-deps.ts';
import { hashOf, isSameHash, newSecret } from './secret.ts';
import type { Identity, IdentifyDeps } from './sign-ins.ts';
import type { AccountTables } from './tables.ts';

/**
 * `capture` is never combined with others: it only permits adding to the library over HTTP. The others are for tools.
 */
type AccessScope = Scope | 'capture';

/** The permissions of a request's token, always fewer than those of its person. */
export interface Access {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly AccessScope[];
  /** The only bucket that it gives access to; null: the whole library. */
  readonly bucketId: string | null;
  /** The terminal session with which the token ends. */
  readonly session: string | null;
  /** The program that was last seen with it, by the name that it gave. */
  readonly client: string | null;
}

export interface AccessToken extends Access {
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Prefixes that distinguish these tokens from a person's token, also for secret scanners. */
const [CAPTURE_PREFIX, TOOLS_PREFIX] = ['warren_capture_', 'warren_mcp_'];
const MAX_TOKENS = 20;

export function isAccessToken(token: string): boolean {
  return token.startsWith(CAPTURE_PREFIX) || token.startsWith(TOOLS_PREFIX);
}

interface NewAccess extends Pick<Access, 'name' | 'scopes' | 'bucketId' | 'session'> {
  readonly person: string;
}

/** Creates a token for a program. Only its hash is stored, so it is not shown again. */
export async function createAccessToken(
  { database, now, newId }: AccountDeps & { readonly newId: () => string },
  { person, name, scopes, bucketId, session }: NewAccess,
): Promise<{ readonly id: string; readonly token: string }> {
  const token = (scopes.includes('capture') ? CAPTURE_PREFIX : TOOLS_PREFIX) + newSecret();
  const row: AccountTables['capture_tokens'] = {
    id: newId(),
    person_id: person,
    name,
    token_hash: hashOf(token),
    created_at: now(),
    last_used_at: null,
    scopes: scopes.join(' '),
    bucket_id: bucketId,
    session_id: session,
    client: null,
  };
  await database.write(async (trx) => {
    const made = (await listAccessTokens(trx, person)).filter((each) => each.session === null);
    if (session === null && made.length >= MAX_TOKENS)
      throw new AppError('refused', `You have ${MAX_TOKENS} tokens already. Withdraw one that you do not use.`, {
        reason: 'too-many-tokens',
      });
    await trx.insertInto('capture_tokens').values(row).execute();
  });
  return { id: row.id, token };
}

/** The tokens of a person, newest first. */
export async function listAccessTokens(db: Kysely<AccountTables>, person: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('capture_tokens')
    .selectAll()
    .where('person_id', '=', person)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...accessOf(row), createdAt: row.created_at, lastUsedAt: row.last_used_at }));
}

/** Withdraws a token. Every request reads the row, so the token is refused everywhere at once. */
export async function withdrawAccessToken(
  { database }: Pick<AccountDeps, 'database'>,
  { person, id }: { readonly person: string; readonly id: string },
): Promise<void> {
  const { numDeletedRows } = await database.write((trx) =>
    trx.deleteFrom('capture_tokens').where('person_id', '=', person).where('id', '=', id).executeTakeFirst(),
  );
  if (Number(numDeletedRows) === 0) throw new AppError('not-found', 'This token has been withdrawn already.');
}

/** Throws an AppError if the token was withdrawn. Inside the transaction of a write, it authorizes that write. */
export async function requireAccessToken(
  db: Kysely<AccountTables>,
  { person, token }: { readonly person: string; readonly token: string },
): Promise<void> {
  const row = await db
    .selectFrom('capture_tokens')
    .innerJoin('people', 'people.id', 'capture_tokens.person_id')
    .select('capture_tokens.id')
    .where('capture_tokens.person_id', '=', person)
    .where('capture_tokens.id', '=', token)
    .where('removing_at', 'is', null)
    .executeTakeFirst();
  if (!row)
    throw new AppError(
      'wrong-token',
      'This access token was withdrawn. What was kept or proposed with it before stays.',
    );
}

/** Ends all tokens of a terminal session. */
export async function withdrawTokensOf(
  db: Kysely<AccountTables>,
  { person, session }: { readonly person: string; readonly session: string },
): Promise<void> {
  await db.deleteFrom('capture_tokens').where('person_id', '=', person).where('session_id', '=', session).execute();
}

/** Stores the program that was last seen with a token. */
export async function noteClient(
  { database }: Pick<AccountDeps, 'database'>,
  { person, token, client }: { readonly person: string; readonly token: string; readonly client: string },
): Promise<void> {
  await database.write((trx) =>
    trx.updateTable('capture_tokens').set({ client }).where('person_id', '=', person).where('id', '=', token).execute(),
  );
}

export async function identifyAccess(deps: IdentifyDeps, token: string): Promise<Identity | null> {
  const hash = hashOf(token);
  const row = await deps.database.read
    .selectFrom('capture_tokens')
    .innerJoin('people', 'people.id', 'capture_tokens.person_id')
    .selectAll('capture_tokens')
    .where('capture_tokens.token_hash', '=', hash)
    .where('removing_at', 'is', null)
    .executeTakeFirst();
  if (!row || !isSameHash(row.token_hash, hash)) return null;
  deps.onUsed({ hash, lastSeenAt: row.last_used_at, isAccessToken: true });
  return { person: row.person_id, signIn: null, credential: hash, access: accessOf(row) };
}

const accessOf = (row: AccountTables['capture_tokens']): Access => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.split(' ') as AccessScope[],
  bucketId: row.bucket_id,
  session: row.session_id,
  client: row.client,
});
