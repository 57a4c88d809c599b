import type { Kysely, Transaction } from 'kysely';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { FindingsKept } from '../../sets/protocol.ts';
import { keepFindings } from '../../sets/server/keep-findings.ts';
import type { PointOrigin } from '../../sets/server/points.ts';
import { pointUndoHandlers } from '../../sets/server/undo/point-actions.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { Decision } from '../protocol.ts';

const PROPOSALS_DECIDED = 'proposals-decided';
interface ProposalsDecided {
  readonly ids: readonly string[];
  /** The reversal of the added points; absent without any. */
  readonly added?: object;
}

interface Deciding extends Decision {
  readonly person: string;
  /** The sources of points, by the id of the proposal. */
  readonly origins: ReadonlyMap<string, PointOrigin>;
}

/**
 * Accepts proposed points into a set and drops others, as one action. Points that another request decided in the
 * meantime are unchanged.
 */
export async function decidePoints(
  trx: Transaction<RecallTables>,
  dependencies: Pick<RecallDependencies, 'undo' | 'now' | 'newId'>,
  { person, id, points, dropped, origins, ...set }: Deciding,
): Promise<FindingsKept> {
  const ids = [...points.map(({ proposal }) => proposal), ...dropped];
  const proposals = await readProposals(trx, person, ids);
  const waiting = [...proposals.values()].flatMap((each) => (each.decision_id === null ? each.id : []));
  await mark(trx, { person, ids: waiting, decided_at: dependencies.now(), decision_id: id });
  const found = points.flatMap(({ proposal, ...point }) => {
    const row = proposals.get(proposal);
    const source = origins.get(proposal);
    if (!row || ![null, id].includes(row.decision_id)) return [];
    const { context, client, session_id: session, created_at: at } = row;
    const moment = { session, title: client, at, messageId: null, second: null };
    return { ...point, context, moment, ...(source && { source }) };
  });
  const action = {
    label: `Dropped ${waiting.length === 1 ? 'a proposed point' : `${waiting.length} proposed points`}`,
  };
  const undo: UndoLog = {
    ...dependencies.undo,
    record: (_, { label, reversal }) => Promise.resolve(void Object.assign(action, { label, added: reversal })),
  };
  const kept =
    found.length > 0
      ? await keepFindings(trx, { ...dependencies, undo }, { person, id, points: found, ...set })
      : { added: 0 };
  const { label, ...rest } = action;
  const reversal: ProposalsDecided = { ids: waiting, ...rest };
  if (waiting.length > 0) await dependencies.undo.record(trx, { person, kind: PROPOSALS_DECIDED, label, reversal });
  return { added: kept.added, known: points.length - kept.added };
}

export const proposalUndoHandlers: UndoHandlers = {
  [PROPOSALS_DECIDED]: {
    async reverse(trx, request) {
      const { ids, added } = request.reversal as ProposalsDecided;
      if (added) await pointUndoHandlers['points-added']?.reverse?.(trx, { ...request, reversal: added });
      const back = await mark(trx, { person: request.person, ids, decided_at: null, decision_id: null });
      if (back < ids.length) throw changedSince('Too much was proposed since. Add the points where you want them.');
    },
  },
};

interface Marked {
  readonly person: string;
  readonly ids: readonly string[];
  readonly decided_at: number | null;
  readonly decision_id: string | null;
}

async function mark(trx: Transaction<RecallTables>, { person, ids, ...columns }: Marked): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await trx
    .updateTable('proposed_points')
    .set(columns)
    .where('person_id', '=', person)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function readProposals(db: Kysely<RecallTables>, person: string, ids: readonly string[]) {
  if (ids.length === 0) throw new AppError('malformed', 'Choose a point to add or to drop.', { field: 'points' });
  const rows = await db
    .selectFrom('proposed_points')
    .select(['id', 'context', 'client', 'session_id', 'created_at', 'decision_id'])
    .where('person_id', '=', person)
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length < new Set(ids).size) throw new AppError('not-found', 'There is no such proposed point.');
  return new Map(rows.map((row) => [row.id, row]));
}
