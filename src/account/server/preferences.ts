import type { Kysely, Transaction } from 'kysely';

import type { Database } from '#database/server/database.ts';

import type { PreferencesAnswer, PreferencesChange } from '../protocol.ts';
import type { AccountTables } from './tables.ts';

/** 4 a.m.: a late evening still belongs to its day. */
const DEFAULT_DAY_START = 240;
const DEFAULT_RETENTION = 0.9;
const DEFAULT_COOLDOWN = 3;

/** A person's preferences; by default the server's time zone and common values. */
export async function readPreferences(read: Kysely<AccountTables>, person: string): Promise<PreferencesAnswer> {
  const row = await read.selectFrom('preferences').selectAll().where('person_id', '=', person).executeTakeFirst();
  if (row)
    return {
      timeZone: row.time_zone,
      dayStartsAt: row.day_starts_at,
      desiredRetention: row.desired_retention,
      rabbitholeCooldown: row.rabbithole_cooldown,
      selfChecksWithModel: row.self_checks_with_model === 1,
      weeklyAim: row.weekly_aim,
      weeklyAimOf: row.weekly_aim_of === 'points' ? 'points' : 'days',
      isChosen: true,
    };
  return {
    timeZone: serverTimeZone(),
    dayStartsAt: DEFAULT_DAY_START,
    desiredRetention: DEFAULT_RETENTION,
    rabbitholeCooldown: DEFAULT_COOLDOWN,
    selfChecksWithModel: false,
    weeklyAim: null,
    weeklyAimOf: 'days',
    isChosen: false,
  };
}

/** The number of messages without an invitation after declining one. */
export async function cooldownOf(read: Kysely<AccountTables>, person: string): Promise<number> {
  return (await readPreferences(read, person)).rabbitholeCooldown;
}

export async function writePreferences(
  database: Database<AccountTables>,
  person: string,
  wanted: PreferencesChange,
): Promise<void> {
  await database.write((trx) => storePreferences(trx, person, wanted));
}

/** Null restores the defaults; omitted fields are unchanged. */
export async function storePreferences(
  trx: Transaction<AccountTables>,
  person: string,
  wanted: PreferencesChange | null,
): Promise<void> {
  if (wanted === null) {
    await trx.deleteFrom('preferences').where('person_id', '=', person).execute();
    return;
  }
  const columns = {
    time_zone: wanted.timeZone,
    day_starts_at: wanted.dayStartsAt,
    desired_retention: wanted.desiredRetention,
    ...(wanted.rabbitholeCooldown !== undefined && { rabbithole_cooldown: wanted.rabbitholeCooldown }),
    ...(wanted.selfChecksWithModel !== undefined && {
      self_checks_with_model: wanted.selfChecksWithModel ? 1 : 0,
    }),
    ...(wanted.weeklyAim !== undefined && { weekly_aim: wanted.weeklyAim }),
    ...(wanted.weeklyAimOf !== undefined && { weekly_aim_of: wanted.weeklyAimOf }),
  };
  await trx
    .insertInto('preferences')
    .values({ person_id: person, ...columns })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(columns))
    .execute();
}

let zone: string | undefined;
/** Computed once, because creating a format costs more than a query. */
function serverTimeZone(): string {
  return (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
