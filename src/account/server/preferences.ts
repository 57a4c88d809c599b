import type { Kysely } from 'kysely';

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
  const columns = {
    time_zone: wanted.timeZone,
    day_starts_at: wanted.dayStartsAt,
    desired_retention: wanted.desiredRetention,
  };
  await database.write(async (trx) => {
    await trx
      .insertInto('preferences')
      .values({ person_id: person, ...columns })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(columns))
      .execute();
  });
}

function serverTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
