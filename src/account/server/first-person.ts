import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

import { UNNAMED } from '../protocol.ts';
import { createPerson, type PeopleDeps } from './people.ts';
import { hashOf, isSameHash } from './secret.ts';
import type { AccountTables } from './tables.ts';
import { storedToken, tokenFile } from './token-file.ts';

interface FirstPersonSettings {
  readonly home: string;
  /** The token from the environment; undefined without one. */
  readonly token: string | undefined;
}

/**
 * Creates the first person at the first start, and returns the token that signs them in: the one from the environment,
 * else the one in the data folder, else a new one. Access to the data folder means access to the data, so if the store
 * has another token, it is replaced and the first person is signed out everywhere. A backup therefore opens on another
 * machine, and deleting the file creates a new token.
 */
export async function ensureFirstPerson(deps: PeopleDeps, settings: FirstPersonSettings): Promise<{ token: string }> {
  const token = settings.token ?? (await storedToken(settings.home));
  const first = await findFirstPerson(deps.database.read);
  // Another server of the database can be faster, with the same token.
  if (!first) await createPerson(deps, { name: UNNAMED, token }).catch(unlessThere(deps));
  else if (!isSameHash(first.token_hash, hashOf(token))) {
    await replaceToken(deps.database, {
      person: first.id,
      token,
      origin: settings.token === undefined ? `The token in ${tokenFile(settings.home)}` : 'WARREN_TOKEN',
    });
  }
  return { token };
}

const unlessThere =
  ({ database }: PeopleDeps) =>
  async (error: unknown) => {
    if (!(await findFirstPerson(database.read))) throw error;
  };

/** Creates the first person if there is nobody, and otherwise changes nothing: for evaluations. Returns their id. */
export async function ensureSomeone(deps: PeopleDeps, settings: FirstPersonSettings): Promise<string> {
  const { read } = deps.database;
  if (!(await findFirstPerson(read))) await ensureFirstPerson(deps, settings);
  return (await findFirstPerson(read))?.id ?? '';
}

/** The owner: the person who was created first. */
export function findFirstPerson(
  read: Kysely<Pick<AccountTables, 'people'>>,
): Promise<{ id: string; token_hash: string } | undefined> {
  return read
    .selectFrom('people')
    .select(['id', 'token_hash'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

async function replaceToken(
  database: Database<AccountTables>,
  change: { person: string; token: string; origin: string },
): Promise<void> {
  await database.write(async (trx) => {
    const other = await trx
      .selectFrom('people')
      .select('name')
      .where('token_hash', '=', hashOf(change.token))
      .executeTakeFirst();
    if (other)
      throw new AppError('refused', `${change.origin} is the token of ${other.name} here. Choose another one.`, {
        reason: 'token-taken',
      });
    await trx.deleteFrom('sign_ins').where('person_id', '=', change.person).execute();
    await trx
      .updateTable('people')
      // A person who was exported during their removal regains access as the first person of a new folder.
      .set({ token_hash: hashOf(change.token), removing_at: null })
      .where('id', '=', change.person)
      .execute();
  });
}
