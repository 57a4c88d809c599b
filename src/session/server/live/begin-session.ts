import type { Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { record } from '../../domain/deciding/decision-context.ts';
import type { SessionSummary } from '../../protocol.ts';
import type { Spine } from '../dependencies.ts';
import { insertEvents } from '../log/log.ts';
import { SUMMARY_COLUMNS, summaryColumns, toSummary } from '../log/summary.ts';
import type { SessionTables } from '../tables.ts';

export interface Beginning {
  readonly person: string;
  /** Made by the client, so that a resend begins no second session. */
  readonly id: string;
  readonly mode: string;
  readonly options: unknown;
}

/** Begins a session, or returns the one that this id began earlier or that the mode continues. */
export async function beginSession(spine: Spine, beginning: Beginning): Promise<SessionSummary> {
  const { person, id, options } = beginning;
  const mode = Object.hasOwn(spine.modes, beginning.mode) ? spine.modes[beginning.mode] : undefined;
  if (!mode) throw new AppError('malformed', `There is no mode ${beginning.mode}.`, { field: 'mode' });
  const now = spine.now();
  const { summary, isNew } = await spine.database.write(async (trx) => {
    const begun = await findSummary(trx, person, id);
    if (begun) return { summary: begun, isNew: false };
    const taken = await trx.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst();
    if (taken) throw new AppError('not-found', 'There is no such session.');
    const first = await mode.begin(trx, { person, session: id, now, newId: spine.newId(), options });
    if ('existing' in first) {
      const existing = await findSummary(trx, person, first.existing);
      if (!existing) throw new AppError('not-found', 'There is no such session.');
      return { summary: existing, isNew: false };
    }
    const event = record(first, { session: id, head: 0 }, now);
    const state = spine.fold(null, event);
    const columns = summaryColumns(state, spine.domains);
    const row = { id, mode: beginning.mode, ...columns };
    await trx
      .insertInto('sessions')
      .values({ ...row, person_id: person, head: 1, created_at: now })
      .execute();
    await insertEvents(trx, person, [event]);
    await mode.record?.(trx, { person, before: null, after: state, events: [event] });
    return { summary: toSummary(row), isNew: true };
  });
  if (isNew) spine.publishSummary(person, summary);
  return summary;
}

async function findSummary(
  trx: Transaction<SessionTables>,
  person: string,
  id: string,
): Promise<SessionSummary | null> {
  const row = await trx
    .selectFrom('sessions')
    .select(SUMMARY_COLUMNS)
    .where('id', '=', id)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row ? toSummary(row) : null;
}
