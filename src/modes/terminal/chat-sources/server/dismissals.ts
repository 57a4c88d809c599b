import type { Transaction } from 'kysely';

import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { ChatSourceTables } from './tables.ts';

const DISMISSED = 'ended-terminal-dismissed';

interface Dismissed {
  readonly session: string;
  readonly run: number;
}

/** Stops offering to keep the findings of the latest run of a terminal. A later run is offered again. */
export async function dismiss(
  trx: Transaction<ChatSourceTables>,
  undo: UndoLog,
  { person, session, title }: { person: string; session: string; title: string },
): Promise<void> {
  const { run } = await trx
    .selectFrom('terminals')
    .select('run')
    .where('person_id', '=', person)
    .where('session_id', '=', session)
    .executeTakeFirstOrThrow();
  const known = await trx
    .selectFrom('dismissed_terminals')
    .select('run')
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (known?.run === run) return;
  await trx
    .insertInto('dismissed_terminals')
    .values({ session_id: session, person_id: person, run })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ run }))
    .execute();
  const reversal: Dismissed = { session, run };
  await undo.record(trx, { person, kind: DISMISSED, label: `Dismissed the offer to keep “${title}”`, reversal });
}

export const dismissalUndoHandlers: UndoHandlers = {
  [DISMISSED]: {
    async reverse(trx: Transaction<ChatSourceTables>, { person, reversal }) {
      const { session, run } = reversal as Dismissed;
      await trx
        .deleteFrom('dismissed_terminals')
        .where('session_id', '=', session)
        .where('run', '=', run)
        .where('person_id', '=', person)
        .execute();
    },
  },
};
