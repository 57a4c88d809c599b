import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';

import { type RoleId, roleId, type UsageLine } from '../../protocol.ts';
import type { LanguageModelTables } from '../tables.ts';

/** Outcomes that count as answered. All others are failures. */
const ANSWERED = ['complete', 'cut', 'stopped'];

/** Usage by role and model for each day since `since`, the latest day first. */
export async function readUsageByDay(
  read: Kysely<LanguageModelTables>,
  person: string,
  since: string,
): Promise<{ day: string; lines: UsageLine[] }[]> {
  const rows = await totals(read)
    .select('day')
    .groupBy('day')
    .where('person_id', '=', person)
    .where('day', '>=', since)
    .execute();
  const days = new Map<string, Totals[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return [...days]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, held]) => ({ day, lines: linesOf(held) }));
}

export async function readSessionUsage(
  read: Kysely<LanguageModelTables>,
  person: string,
  session: string,
): Promise<UsageLine[]> {
  return linesOf(await totals(read).where('person_id', '=', person).where('session_id', '=', session).execute());
}

/** Throws if the session does not belong to the person. */
export async function requireOwnSession(
  database: Database<LanguageModelTables>,
  person: string,
  session: string,
): Promise<void> {
  const { read } = database as unknown as Database<SessionTables>;
  const row = await read
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', person)
    .where('id', '=', session)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such session.');
}

function totals(read: Kysely<LanguageModelTables>) {
  return read
    .selectFrom('model_usage')
    .select(({ fn, eb }) => [
      'role',
      'model',
      fn.countAll().as('calls'),
      fn.sum(eb.case().when('outcome', 'in', ANSWERED).then(0).else(1).end()).as('failed'),
      fn.sum('input_tokens').as('input'),
      fn.sum('cache_read_tokens').as('cacheRead'),
      fn.sum('cache_write_tokens').as('cacheWrite'),
      fn.sum('output_tokens').as('output'),
      fn.sum('cost_micros').as('cost'),
      // `sum` ignores nulls, so answered calls without a price are counted: if there are any, the total is unknown.
      fn
        .sum(
          eb
            .case()
            .when(eb.and([eb('cost_micros', 'is', null), eb('outcome', 'in', ANSWERED)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('unpriced'),
    ])
    .groupBy(['role', 'model']);
}

interface Totals {
  readonly role: string;
  readonly model: string;
  readonly calls: number | string | bigint;
  readonly failed: number | string | bigint;
  readonly input: number | string | bigint;
  readonly cacheRead: number | string | bigint;
  readonly cacheWrite: number | string | bigint;
  readonly output: number | string | bigint;
  readonly cost: number | string | bigint | null;
  readonly unpriced: number | string | bigint;
}

function linesOf(rows: readonly Totals[]): UsageLine[] {
  return rows
    .map((row) => ({
      role: row.role as RoleId,
      model: row.model,
      calls: Number(row.calls),
      failedCalls: Number(row.failed),
      inputTokens: Number(row.input),
      cacheReadTokens: Number(row.cacheRead),
      cacheWriteTokens: Number(row.cacheWrite),
      outputTokens: Number(row.output),
      costMicros: Number(row.unpriced) > 0 ? null : Number(row.cost ?? 0),
    }))
    .sort((one, other) => order(one) - order(other) || (one.model < other.model ? -1 : 1));
}

function order({ role }: UsageLine): number {
  return roleId.options.indexOf(role);
}
