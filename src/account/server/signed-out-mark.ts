import type { Kysely, Transaction } from 'kysely';

import type { AccountTables } from './tables.ts';

/** Facts about the whole database. A mark is one of them, so that older versions still open it. */
interface MetaTables {
  meta: { key: string; value: string };
}

const metaOf = (db: Kysely<AccountTables>) => db as unknown as Kysely<MetaTables>;
const keyOf = (person: string) => `signed-out:${person}`;

/** Remembers that all sign-ins of a person end now: a server may hold some that are not stored. */
export async function markSignedOut(trx: Transaction<AccountTables>, person: string, at: number): Promise<void> {
  const value = String(at);
  await metaOf(trx)
    .insertInto('meta')
    .values({ key: keyOf(person), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/**
 * When all sign-ins of a person were last ended, in ms; -Infinity if they never were. A mark of a clock that was ahead
 * does not count: it would end every sign-in until that time.
 */
export async function signedOutAt(db: Kysely<AccountTables>, person: string, now: number): Promise<number> {
  const mark = await metaOf(db).selectFrom('meta').select('value').where('key', '=', keyOf(person)).executeTakeFirst();
  return mark && Number(mark.value) <= now ? Number(mark.value) : -Infinity;
}

export async function forgetSignedOut(trx: Transaction<AccountTables>, person: string): Promise<void> {
  await metaOf(trx).deleteFrom('meta').where('key', '=', keyOf(person)).execute();
}
