import type { Kysely, Transaction } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import { dollarText } from '../../domain/cost.ts';
import type { SpendingLimits } from '../../protocol.ts';
import { ModelFailure } from '../model-failure.ts';
import { recordLimitsChange } from '../setting-actions.ts';
import type { LanguageModelTables } from '../tables.ts';
import type { UsageLog } from './usage-log.ts';

const NO_LIMITS: SpendingLimits = { dayMicros: null, monthMicros: null };

export async function readLimits(read: Kysely<LanguageModelTables>, person: string): Promise<SpendingLimits> {
  const row = await read.selectFrom('spending_limits').selectAll().where('person_id', '=', person).executeTakeFirst();
  if (!row) return NO_LIMITS;
  return { dayMicros: wholeOrNull(row.day_micros), monthMicros: wholeOrNull(row.month_micros) };
}

function wholeOrNull(value: number | null): number | null {
  return value === null ? null : Number(value);
}

export async function writeLimits(
  { database, undo, now }: { database: Database<LanguageModelTables>; undo: UndoLog; now: () => number },
  person: string,
  limits: SpendingLimits,
): Promise<void> {
  await database.write(async (trx) => {
    const from = await readLimits(trx, person);
    await storeLimits(trx, person, { limits, at: now() });
    await recordLimitsChange(undo, trx, { person, from, to: limits });
  });
}

export async function storeLimits(
  trx: Transaction<LanguageModelTables>,
  person: string,
  { limits, at }: { limits: SpendingLimits; at: number },
): Promise<void> {
  const columns = { day_micros: limits.dayMicros, month_micros: limits.monthMicros, updated_at: at };
  await trx
    .insertInto('spending_limits')
    .values({ person_id: person, ...columns })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(columns))
    .execute();
}

/**
 * Throws if a person has reached a spending limit. A call that is running when the limit is reached is finished. Calls
 * with an unknown price count as zero.
 */
export async function checkSpending(usage: UsageLog, person: string, limits: SpendingLimits): Promise<void> {
  if (limits.dayMicros === null && limits.monthMicros === null) return;
  const spent = await usage.spent(person);
  for (const [span, limit, amount] of [
    ['today', limits.dayMicros, spent.dayMicros],
    ['this month', limits.monthMicros, spent.monthMicros],
  ] as const) {
    if (limit === null || amount < limit) continue;
    const whole = span === 'today' ? 'a day' : 'a month';
    const again = span === 'today' ? 'tomorrow' : 'next month';
    const message = `Paused: ${dollarText(amount)} was spent on models ${span}, and your limit is ${dollarText(limit)} ${whole}.`;
    throw new ModelFailure('spending-limit', {
      message,
      remedy: `Raise the limit in Settings, under Models, or use what is built in. Otherwise models continue ${again}.`,
      instead: {
        message,
        remedy: `What is built in answers. Models continue ${again}, or when you raise the limit in Settings, under Models.`,
      },
    });
  }
}
