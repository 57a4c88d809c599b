import type { Kysely } from 'kysely';

import type { Usage } from '../../domain/chunk.ts';
import { costOf } from '../../domain/cost.ts';
import type { ProviderId, RoleId } from '../../protocol.ts';
import type { LanguageModelDependencies } from '../dependencies.ts';
import type { ModelFailureKind } from '../model-failure.ts';
import type { LanguageModelTables } from '../tables.ts';

/** One call of a provider. `cut`: at its token limit. `stopped`: by the person, or because the reader left. */
export interface CallRecord {
  readonly person: string;
  readonly session: string | null;
  readonly role: RoleId;
  readonly provider: ProviderId;
  readonly model: string;
  readonly usage: Usage;
  readonly outcome: 'complete' | 'cut' | 'stopped' | Exclude<ModelFailureKind, 'spending-limit'>;
}

interface Waiting {
  readonly call: CallRecord;
  readonly at: number;
}

/** Records are written after a delay, so that the commit of a turn does not wait for them. */
const WRITTEN_AFTER_MS = 1_000;

type UsageDependencies = Pick<LanguageModelDependencies, 'database' | 'dayOf' | 'now' | 'newId' | 'logError'>;

export function createUsageLog({ database, dayOf, now, newId, logError }: UsageDependencies) {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(records: readonly Waiting[]): Promise<void> {
    const rows: LanguageModelTables['model_usage'][] = [];
    for (const { call, at } of records)
      rows.push(rowOf(call, { id: newId(), at, day: await dayOf(database.read, call.person, at) }));
    await database.write(async (trx) => {
      await trx.insertInto('model_usage').values(rows).execute();
    });
  }

  /** Writes all records at once; if that fails, one by one, so that one bad record does not lose the others. */
  async function writeAll(records: readonly Waiting[]): Promise<void> {
    try {
      await write(records);
    } catch (error) {
      if (records.length === 1) logError('What a model used could not be recorded', error);
      else for (const record of records) await writeAll([record]);
    }
  }

  function settled(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const records = waiting;
    waiting = [];
    if (records.length > 0) writing = writing.then(() => writeAll(records));
    return writing;
  }

  return {
    /** Queues a record. `spent` and `settled` wait until it is written. */
    record(call: CallRecord): void {
      waiting.push({ call, at: now() });
      timer ??= setTimeout(() => void settled(), WRITTEN_AFTER_MS);
    },
    /** A person's spending on their current day and month, in micros. */
    async spent(person: string): Promise<{ dayMicros: number; monthMicros: number }> {
      await settled();
      const today = await dayOf(database.read, person, now());
      return await readSpent(database.read, person, today);
    },
    settled,
  };
}

export type UsageLog = ReturnType<typeof createUsageLog>;

function rowOf(
  call: CallRecord,
  { id, at, day }: { id: string; at: number; day: string },
): LanguageModelTables['model_usage'] {
  const { usage } = call;
  return {
    id,
    person_id: call.person,
    session_id: call.session,
    role: call.role,
    provider: call.provider,
    model: call.model,
    at,
    day,
    input_tokens: usage.inputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    output_tokens: usage.outputTokens,
    cost_micros: costOf(usage, { provider: call.provider, id: call.model }),
    outcome: call.outcome,
  };
}

async function readSpent(
  read: Kysely<LanguageModelTables>,
  person: string,
  today: string,
): Promise<{ dayMicros: number; monthMicros: number }> {
  const rows = await read
    .selectFrom('model_usage')
    .select(({ fn }) => ['day', fn.sum('cost_micros').as('cost')])
    .where('person_id', '=', person)
    .where('day', '>=', `${today.slice(0, 7)}-01`)
    .where('day', '<=', today)
    .groupBy('day')
    .execute();
  const micros = rows.map((row) => ({ day: row.day, cost: Number(row.cost ?? 0) }));
  return {
    dayMicros: micros.find(({ day }) => day === today)?.cost ?? 0,
    monthMicros: micros.reduce((sum, { cost }) => sum + cost, 0),
  };
}
