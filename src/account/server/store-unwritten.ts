import type { Kysely, Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { AccountDeps } from './account-deps.ts';
import { signedOutAt } from './signed-out-mark.ts';
import type { AccountTables } from './tables.ts';
import type { SignInRow, UnwrittenSignIn, UnwrittenSignIns } from './unwritten-sign-ins.ts';

/** In a server, which also knows sign-ins that are not stored yet. */
export interface ServedSignInDeps extends AccountDeps {
  readonly unwritten: UnwrittenSignIns;
  /** Null while the clock is not to be trusted. */
  readonly settledNow: () => number | null;
}

/** Stores a new sign-in, or holds it if the store cannot be written. */
export async function storeOrHold(deps: ServedSignInDeps, signIn: UnwrittenSignIn): Promise<void> {
  if (!(await isStored(deps.database.write((trx) => insert(deps, trx, [signIn.row]))))) deps.unwritten.hold(signIn);
}

/** Stores those of these held sign-ins that are still held and valid, and then holds them no longer. */
export async function storeUnwritten(deps: ServedSignInDeps, held: readonly UnwrittenSignIn[]): Promise<void> {
  if ((await validUnwritten(deps.database.read, held, deps.now())).length === 0) return;
  let stored: readonly UnwrittenSignIn[] = [];
  const writing = deps.database.write(async (trx) => {
    const kept = await validUnwritten(trx, held, deps.now());
    // Meanwhile some may have been ended. A sign-in that ends from here on is deleted by a later transaction.
    stored = kept.filter((each) => deps.unwritten.find(each.row.id_hash) === each);
    if (stored.length > 0)
      await insert(
        deps,
        trx,
        stored.map(({ row }) => row),
      );
  });
  if (await isStored(writing)) for (const { row } of stored) deps.unwritten.drop(row.id_hash);
}

/**
 * Those of these held sign-ins that let their person in: not expired, and neither the token renewed, nor the person being
 * removed, nor all their sign-ins ended since, also by a command beside the server.
 */
export async function validUnwritten(
  db: Kysely<AccountTables>,
  held: readonly UnwrittenSignIn[],
  now: number,
): Promise<readonly UnwrittenSignIn[]> {
  if (held.length === 0) return [];
  const people = await db
    .selectFrom('people')
    .select(['id', 'token_hash'])
    .where(
      'token_hash',
      'in',
      held.map(({ tokenHash }) => tokenHash),
    )
    .where('removing_at', 'is', null)
    .execute();
  const signedOut = new Map<string, number>();
  for (const { id } of people) signedOut.set(id, await signedOutAt(db, id, now));
  return held.filter(
    ({ row, tokenHash }) =>
      row.expires_at > now &&
      row.created_at > (signedOut.get(row.person_id) ?? -Infinity) &&
      people.some((person) => person.id === row.person_id && person.token_hash === tokenHash),
  );
}

async function insert(
  { settledNow }: ServedSignInDeps,
  trx: Transaction<AccountTables>,
  rows: readonly SignInRow[],
): Promise<void> {
  const now = settledNow();
  if (now !== null) await trx.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
  await trx
    .insertInto('sign_ins')
    .values(rows)
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute();
}

/** False if the store failed; throws every other error. */
async function isStored(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.isOfStore) return false;
    throw error;
  }
}
