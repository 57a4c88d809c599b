import type { Kysely, Transaction } from 'kysely';

import type { Database } from '#database/server/database.ts';
import { type DayCut, dayOf, startOfDay } from '#day/domain/day.ts';

import type { RecallTables } from '../../storage/server/tables.ts';
import type { ExposureWhy } from '../protocol.ts';

export interface Exposure {
  readonly id: string;
  readonly person: string;
  readonly pointId: string;
  readonly session: string;
  readonly messageId: string;
  readonly at: number;
  readonly why: ExposureWhy;
}

/**
 * Records that a point was told: recalled later that day, it earns no passing review. One record per message and
 * point.
 */
export async function expose(trx: Transaction<RecallTables>, exposure: Exposure): Promise<void> {
  const { person, pointId } = exposure;
  const point = await trx
    .selectFrom('recall_points')
    .select('id')
    .where('id', '=', pointId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!point) return;
  await trx
    .insertInto('exposures')
    .values({
      id: exposure.id,
      person_id: person,
      point_id: pointId,
      session_id: exposure.session,
      message_id: exposure.messageId,
      at: exposure.at,
      why: exposure.why,
    })
    .onConflict((conflict) => conflict.columns(['point_id', 'message_id']).doNothing())
    .execute();
}

/** The exposures of points in an interval, latest first. */
export async function readExposures(
  db: Kysely<RecallTables>,
  of: { person: string; pointIds: readonly string[]; from: number; to: number },
): Promise<readonly Pick<Exposure, 'pointId' | 'session' | 'at' | 'why'>[]> {
  if (of.pointIds.length === 0) return [];
  const rows = await db
    .selectFrom('exposures')
    .select(['point_id', 'session_id', 'at', 'why'])
    .where('person_id', '=', of.person)
    .where('point_id', 'in', [...of.pointIds])
    .where('at', '>=', of.from)
    .where('at', '<=', of.to)
    .orderBy('at', 'desc')
    .execute();
  return rows.map((row) => ({
    pointId: row.point_id,
    session: row.session_id,
    at: row.at,
    why: row.why as ExposureWhy,
  }));
}

/**
 * Whether a point was told earlier on the person's day of an instant, by a session other than `except`; null excludes
 * none.
 */
export async function isExposed(
  db: Kysely<RecallTables>,
  of: { person: string; pointId: string; at: number; cut: DayCut; except: string | null },
): Promise<boolean> {
  const { person, pointId, at, cut, except } = of;
  const from = startOfDay(dayOf(at, cut), cut);
  const exposures = await readExposures(db, { person, pointIds: [pointId], from, to: at });
  return exposures.some(({ session }) => session !== except);
}

/**
 * Records that a session's review showed points, once per session and day. Reads first, so that a repeated view
 * writes nothing.
 */
export async function exposeShown(
  database: Database<RecallTables>,
  shown: { person: string; session: string; pointIds: readonly string[]; at: number; cut: DayCut; newId: () => string },
): Promise<void> {
  const { person, session, pointIds, at, cut, newId } = shown;
  const day = dayOf(at, cut);
  const known = await readExposures(database.read, { person, pointIds, from: startOfDay(day, cut), to: at });
  const told = new Set(known.map(({ pointId }) => pointId));
  const fresh = pointIds.filter((pointId) => !told.has(pointId));
  if (fresh.length === 0) return;
  await database.write(async (trx) => {
    const there = await trx
      .selectFrom('recall_points')
      .select('id')
      .where('person_id', '=', person)
      .where('id', 'in', fresh)
      .execute();
    const row = { person_id: person, session_id: session, message_id: `${session}:${day}`, at, why: 'shown' };
    if (there.length > 0)
      await trx
        .insertInto('exposures')
        .values(there.map((point) => ({ id: newId(), point_id: point.id, ...row })))
        .onConflict((conflict) => conflict.columns(['point_id', 'message_id']).doNothing())
        .execute();
  });
}
