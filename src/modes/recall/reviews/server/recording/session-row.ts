import type { Kysely, Transaction } from 'kysely';

import type { SessionEvent } from '#session/domain/event.ts';
import type { SessionState } from '#session/protocol.ts';

import type { RecallState } from '../../../asking/domain/recall-state.ts';
import { setsOf } from '../../../asking/domain/session-sets.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { Ungraded } from '../../protocol.ts';

const CHANGING = new Set<SessionEvent['type']>([
  'point_recalled',
  'self_check_undone',
  'card_answered',
  'card_answer_undone',
  'session_paused',
  'session_resumed',
  'session_complete',
  'user_message',
  'overlay_dismissed',
]);

/** Events caused by the person; others happen to the session. */
const DOING = new Set<SessionEvent['type']>(['session_started', 'user_message', 'overlay_dismissed']);

export async function storeSessionRow(
  trx: Transaction<RecallTables>,
  person: string,
  { after, events }: { after: SessionState; events: readonly SessionEvent[] },
): Promise<void> {
  const state = after.modes['recall'] as RecallState;
  const end = events.find(({ type }) => type === 'session_complete');
  const done = events.findLast(({ type }) => DOING.has(type));
  const row = {
    is_open: after.status === 'complete' ? 0 : 1,
    is_paused: after.status === 'paused' ? 1 : 0,
    recalled_points: state.recalledIds.length,
    ...(end && { ended_at: end.at }),
    ...(done && { last_said_at: done.at }),
  };
  const started = events.find((event) => event.type === 'session_started');
  if (started) {
    const { session, at } = started;
    const fixed = { session_id: session, person_id: person, set_id: state.setId, started_at: at };
    await trx
      .insertInto('recall_sessions')
      .values({ ...fixed, total_points: state.pointIds.length, ...row })
      .execute();
    await trx
      .insertInto('recall_session_sets')
      .values(
        setsOf(state).map(({ id, pointIds }) => ({
          session_id: session,
          set_id: id,
          person_id: person,
          total_points: pointIds.length,
        })),
      )
      .execute();
  } else if (events.some(({ type }) => CHANGING.has(type)))
    await trx
      .updateTable('recall_sessions')
      .set(row)
      .where('session_id', '=', after.session)
      .where('person_id', '=', person)
      .execute();
}

/** Updates the progress of a session in the sets whose points were just credited or lost their credit. */
export async function storeSessionSets(
  trx: Transaction<RecallTables>,
  person: string,
  { after, events }: { after: SessionState; events: readonly SessionEvent[] },
): Promise<void> {
  const state = after.modes['recall'] as RecallState;
  const recalled = new Set(state.recalledIds);
  for (const { id, pointIds } of setsOf(state))
    if (pointsIn(events).some((pointId) => pointIds.includes(pointId)))
      await trx
        .updateTable('recall_session_sets')
        .set({ recalled_points: pointIds.filter((pointId) => recalled.has(pointId)).length })
        .where('session_id', '=', after.session)
        .where('set_id', '=', id)
        .where('person_id', '=', person)
        .execute();
}

function pointsIn(events: readonly SessionEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === 'card_answered') return event.answers.map(({ pointId }) => pointId);
    return 'pointId' in event ? [event.pointId] : [];
  });
}

/** Adds the reasons why points of a session have no review. */
export async function noteUngraded(
  trx: Transaction<RecallTables>,
  { person, session }: { person: string; session: string },
  ungraded: ReadonlyMap<string, Ungraded>,
): Promise<void> {
  if (ungraded.size === 0) return;
  const known = await readUngraded(trx, { person, session });
  await trx
    .updateTable('recall_sessions')
    .set({ ungraded: JSON.stringify(Object.fromEntries([...known, ...ungraded])) })
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .execute();
}

/** The reasons why recalled or asked points of a session have no review. */
export async function readUngraded(
  db: Kysely<RecallTables>,
  { person, session }: { person: string; session: string },
): Promise<ReadonlyMap<string, Ungraded>> {
  const row = await db
    .selectFrom('recall_sessions')
    .select('ungraded')
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return new Map(Object.entries(JSON.parse(row?.ungraded || '{}') as Record<string, Ungraded>));
}
