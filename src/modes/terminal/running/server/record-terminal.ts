import type { Transaction } from 'kysely';

import type { RecordRequest } from '#session/server/mode-server.ts';

import { recordSaid } from '../../chat/server/record-said.ts';
import type { SaidTables } from '../../chat/server/said-tables.ts';
import type { TerminalTables } from './tables.ts';
import { terminalState } from './terminal-state-of.ts';

/** Keeps the row of a terminal, and what was said in its chat, as its log has it. */
export async function recordTerminal(trx: Transaction<TerminalTables>, request: RecordRequest): Promise<void> {
  const { person, before, after } = request;
  if (after.mode !== 'terminal') return;
  await recordSaid(trx as unknown as Transaction<SaidTables>, request);
  const state = terminalState(after);
  if (before !== null && terminalState(before) === state) return;
  const { folder, program, billsKey, run, status, detail, since, exit, claudeSession, usage } = state;
  const row = {
    folder,
    program: JSON.stringify(program),
    bills_key: billsKey ? 1 : 0,
    run,
    status,
    detail,
    since,
    claude_session: claudeSession,
    usage: usage === null ? null : JSON.stringify(usage),
    exit: exit === null ? null : JSON.stringify(exit),
  };
  await trx
    .insertInto('terminals')
    .values({ session_id: after.session, person_id: person, ...row })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute();
}
