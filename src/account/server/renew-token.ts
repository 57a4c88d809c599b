import { AppError } from '#wire/error-kind.ts';

import type { AccountDeps } from './account-deps.ts';
import { findFirstPerson } from './first-person.ts';
import { hashOf, isSameHash, newSecret } from './secret.ts';
import { readToken, writeToken } from './token-file.ts';

export interface RenewTokenDeps extends AccountDeps {
  readonly home: string;
  /** WARREN_TOKEN of this process. */
  readonly environmentToken: string | undefined;
}

interface Renewal {
  readonly person: string;
  /** The sign-in that stays; all others end. */
  readonly except?: string | undefined;
}

/**
 * Gives a person a new token and returns it. The old token, the person's sign-ins and their access tokens end at once.
 * The first person's token is also stored in the data folder, which every start restores; a token from this process's
 * environment cannot be renewed here. The folder and the store can hold different tokens, as after a restore:
 * afterwards they hold the same.
 */
export function renewToken(deps: RenewTokenDeps, renewal: Renewal): Promise<string> {
  const renewed = lastRenewal.then(() => renew(deps, renewal));
  lastRenewal = renewed.catch(() => undefined);
  return renewed;
}

/** Serialises renewals in a process, so that folder and store both end with the last token. */
let lastRenewal: Promise<unknown> = Promise.resolve();

async function renew(deps: RenewTokenDeps, { person, except }: Renewal): Promise<string> {
  const { database, home, environmentToken } = deps;
  const token = newSecret();
  const replace = () =>
    database.write(async (trx) => {
      await trx
        .updateTable('people')
        .set({ token_hash: hashOf(token), removing_at: null })
        .where('id', '=', person)
        .execute();
      await trx.deleteFrom('capture_tokens').where('person_id', '=', person).execute();
      const others = trx.deleteFrom('sign_ins').where('person_id', '=', person);
      await (except === undefined ? others : others.where('id_hash', '!=', except)).execute();
    });
  const first = await findFirstPerson(database.read);
  if (first?.id !== person) {
    await replace();
    return token;
  }
  if (environmentToken !== undefined && isSameHash(first.token_hash, hashOf(environmentToken)))
    throw new AppError(
      'refused',
      'The first person’s token comes from WARREN_TOKEN. Change it there, then restart Warren: the old one ends with that.',
      { reason: 'token-set' },
    );
  const stored = await readToken(home);
  // The folder first: a start between the two writes uses the token in the folder.
  await writeToken(home, token);
  await replace().catch(async (error: unknown) => {
    if (stored !== undefined) await writeToken(home, stored);
    throw error;
  });
  return token;
}
