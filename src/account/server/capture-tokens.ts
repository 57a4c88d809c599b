import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { CaptureToken } from '../protocol.ts';
import type { AccountDeps } from './account-deps.ts';
import { hashOf, isSameHash, newSecret } from './secret.ts';
import type { Identity, IdentifyDeps } from './sign-ins.ts';
import type { AccountTables } from './tables.ts';

/** Distinguishes it from a person's token, also for programs that look for secrets. */
const PREFIX = 'warren_capture_';
const MAX_TOKENS = 20;

export function isCaptureToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Makes a token that can only add to the library. It is not shown again: its hash alone is stored. */
export async function createCaptureToken(
  { database, now, newId }: AccountDeps & { readonly newId: () => string },
  { person, name }: { readonly person: string; readonly name: string },
): Promise<string> {
  const token = PREFIX + newSecret();
  const row = {
    id: newId(),
    person_id: person,
    name,
    token_hash: hashOf(token),
    created_at: now(),
    last_used_at: null,
  };
  await database.write(async (trx) => {
    const { length } = await listCaptureTokens(trx, person);
    if (length >= MAX_TOKENS)
      throw new AppError('refused', `You have ${MAX_TOKENS} tokens already. Withdraw one that you do not use.`, {
        reason: 'too-many-tokens',
      });
    await trx.insertInto('capture_tokens').values(row).execute();
  });
  return token;
}

/** The tokens of a person, newest first. */
export async function listCaptureTokens(db: Kysely<AccountTables>, person: string): Promise<CaptureToken[]> {
  return db
    .selectFrom('capture_tokens')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('person_id', '=', person)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** It is read with each request, so it is refused everywhere from now on. */
export async function withdrawCaptureToken(
  { database }: Pick<AccountDeps, 'database'>,
  { person, id }: { readonly person: string; readonly id: string },
): Promise<void> {
  const { numDeletedRows } = await database.write((trx) =>
    trx.deleteFrom('capture_tokens').where('person_id', '=', person).where('id', '=', id).executeTakeFirst(),
  );
  if (Number(numDeletedRows) === 0) throw new AppError('not-found', 'This token has been withdrawn already.');
}

export async function identifyCapture(deps: IdentifyDeps, token: string): Promise<Identity | null> {
  const hash = hashOf(token);
  const row = await deps.database.read
    .selectFrom('capture_tokens')
    .innerJoin('people', 'people.id', 'capture_tokens.person_id')
    .select(['person_id as person', 'capture_tokens.token_hash as hash', 'last_used_at as lastSeenAt'])
    .where('capture_tokens.token_hash', '=', hash)
    .where('removing_at', 'is', null)
    .executeTakeFirst();
  if (!row || !isSameHash(row.hash, hash)) return null;
  deps.onUsed({ hash, lastSeenAt: row.lastSeenAt, isCapture: true });
  return { person: row.person, signIn: null, credential: hash, isCapture: true };
}
