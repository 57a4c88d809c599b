import type { Kysely } from 'kysely';

import { type DayCut, dayOf, daysBetween } from '#day/domain/day.ts';
import { AppError } from '#wire/error-kind.ts';

import type { OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { PastSessions } from '../protocol.ts';

/** The sessions of a set before `before`, newest first, each with its progress in this set. */
export async function readPastSessions(
  db: Kysely<RecallTables>,
  { person, setId }: OwnedSet,
  page: { before?: string | undefined; limit: number },
): Promise<PastSessions> {
  let query = db
    .selectFrom('recall_session_sets')
    .innerJoin('recall_sessions', 'recall_sessions.session_id', 'recall_session_sets.session_id')
    .select(['recall_sessions.session_id', 'started_at', 'ended_at', 'is_open', 'is_paused'])
    .select(['recall_session_sets.recalled_points', 'recall_session_sets.total_points'])
    .where('recall_session_sets.set_id', '=', setId)
    .where('recall_session_sets.person_id', '=', person)
    .orderBy('started_at', 'desc')
    .orderBy('recall_sessions.session_id', 'desc')
    .limit(page.limit + 1);
  if (page.before !== undefined) {
    const { started_at, session_id } = await readStart(db, person, page.before);
    query = query.where((eb) =>
      eb.or([
        eb('started_at', '<', started_at),
        eb.and([eb('started_at', '=', started_at), eb('recall_sessions.session_id', '<', session_id)]),
      ]),
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, page.limit);
  return {
    sessions: shown.map((row) => ({
      id: row.session_id,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      recalled: row.recalled_points,
      total: row.total_points,
      status: row.is_open === 0 ? 'complete' : row.is_paused === 1 ? 'paused' : 'open',
    })),
    next: rows.length > shown.length ? (shown.at(-1)?.session_id ?? null) : null,
  };
}

export async function countSessions(
  db: Kysely<RecallTables>,
  { person, setId, since }: { person: string; setId?: string; since: number },
): Promise<number> {
  let query = db
    .selectFrom('recall_sessions')
    .select((eb) => eb.fn.countAll<number | string>().as('sessions'))
    .where('person_id', '=', person)
    .where('started_at', '>=', since);
  if (setId !== undefined)
    query = query.where('session_id', 'in', (eb) =>
      eb.selectFrom('recall_session_sets').select('session_id').where('set_id', '=', setId),
    );
  return Number((await query.executeTakeFirstOrThrow()).sessions);
}

/** Hidden once all their sets are deleted, and restored with one of them; still readable at their address. */
export function sessionsOfDeletedSets(db: Kysely<RecallTables>, person: string) {
  return db
    .selectFrom('recall_session_sets as of_deleted')
    .innerJoin('recall_sets', 'recall_sets.id', 'of_deleted.set_id')
    .select('of_deleted.session_id')
    .where('of_deleted.person_id', '=', person)
    .where('recall_sets.deleted_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('recall_session_sets as other')
            .innerJoin('recall_sets as present', 'present.id', 'other.set_id')
            .select('other.set_id')
            .whereRef('other.session_id', '=', 'of_deleted.session_id')
            .where('present.deleted_at', 'is', null),
        ),
      ),
    );
}

async function readStart(db: Kysely<RecallTables>, person: string, session: string) {
  const row = await db
    .selectFrom('recall_sessions')
    .select(['started_at', 'session_id'])
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such session.');
  return row;
}

/** A session ends after this many starts of the person's day. */
const MAX_DAYS = 2;

/**
 * When the person last sent a message in a session, or started it. Pauses and renames do not count. At most
 * `idleSince`.
 */
export async function readLastSaidAt(
  db: Kysely<RecallTables>,
  { person, session, idleSince }: { person: string; session: string; idleSince: number },
): Promise<number> {
  const row = await db
    .selectFrom('recall_sessions')
    .select('last_said_at')
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return Math.min(row?.last_said_at ?? idleSince, idleSince);
}

/** Whether `MAX_DAYS` of the person's days have begun since. */
export function isLongAgo(lastSaidAt: number, { now, cut }: { now: number; cut: DayCut }): boolean {
  return daysBetween(dayOf(lastSaidAt, cut), dayOf(now, cut)) >= MAX_DAYS;
}
