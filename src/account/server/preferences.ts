import type { Kysely, Transaction } from 'kysely';

import type { Database } from '#session/server/database.ts';

import type { Preferences, PreferencesAnswer } from '../protocol.ts';
import type { AccountTables } from './tables.ts';

/** Four in the morning: an evening that runs late still belongs to its day. */
const DEFAULT_DAY_START = 240;
const DEFAULT_RETENTION = 0.9;

/** A person's preferences; where they chose none, the server's time zone and what suits most. */
export async function readPreferences(read: Kysely<AccountTables>, person: string): Promise<PreferencesAnswer> {
  const row = await read.selectFrom('preferences').selectAll().where('person_id', '=', person).executeTakeFirst();
  if (row)
    return {
      timeZone: row.time_zone,
      dayStartsAt: row.day_starts_at,
      desiredRetention: row.desired_retention,
      isChosen: true,
    };
  return {
    timeZone: serverTimeZone(),
    dayStartsAt: DEFAULT_DAY_START,
    desiredRetention: DEFAULT_RETENTION,
    isChosen: false,
  };
}

export async function writePreferences(
  database: Database<AccountTables>,
  person: string,
  wanted: Preferences,
): Promise<void> {
  await database.write((trx) => keepPreferences(trx, person, wanted));
}

/** Null goes back to the defaults. */
export async function keepPreferences(
  trx: Transaction<AccountTables>,
  person: string,
  wanted: Preferences | null,
): Promise<void> {
  if (wanted === null) {
    await trx.deleteFrom('preferences').where('person_id', '=', person).execute();
    return;
  }
  const columns = {
    time_zone: wanted.timeZone,
    day_starts_at: wanted.dayStartsAt,
    desired_retention: wanted.desiredRetention,
  };
  await trx
    .insertInto('preferences')
    .values({ person_id: person, ...columns })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(columns))
    .execute();
}

let zone: string | undefined;
/** Asked for once: a format costs more than a query. */
function serverTimeZone(): string {
  return (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
