import type { Kysely } from 'kysely';

import { type DayCut, dayOf, daysBetween } from '#day/domain/day.ts';

import type { RecallTables } from '../../storage/server/tables.ts';

/** A session is ended after this many beginnings of the person's day. */
const MAX_DAYS = 2;

/**
 * When the person last sent a message in a session, or began it. Pauses and renames do not count. At most
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

/** Whether that many of the person's days have begun since. */
export function isLongAgo(lastSaidAt: number, { now, cut }: { now: number; cut: DayCut }): boolean {
  return daysBetween(dayOf(lastSaidAt, cut), dayOf(now, cut)) >= MAX_DAYS;
}
