import type { Kysely } from 'kysely';
import type { z } from 'zod';

import type { SessionTables } from '#session/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import type { findings, MomentOfPoint, PointMoment } from '../../protocol.ts';
import { momentOf } from '../points.ts';
import type { Wanted } from './sources-of-points.ts';

/** Moments that points came from, by point id, with the current titles of the sessions. */
export async function readMomentsOfPoints(
  db: Kysely<RecallTables>,
  wanted: Exclude<Wanted, { sourceId: string }>,
): Promise<ReadonlyMap<string, MomentOfPoint>> {
  const { person } = wanted;
  const query = (db as unknown as Kysely<RecallTables & SessionTables>)
    .selectFrom('recall_points')
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.id', '=', 'recall_points.moment_session_id')
        .onRef('sessions.person_id', '=', 'recall_points.person_id'),
    )
    .select(['recall_points.id as point', 'moment_session_id', 'moment', 'sessions.title as title'])
    .where('recall_points.person_id', '=', person)
    .where('moment', 'is not', null);
  const rows = await (
    'setId' in wanted
      ? query.where('set_id', '=', wanted.setId)
      : query.where('recall_points.id', 'in', [...wanted.pointIds])
  ).execute();
  return new Map(
    rows.flatMap(({ point, title, ...row }) => {
      const moment = momentOf(row);
      const isGone = row.moment_session_id !== null && title === null;
      return moment ? [[point, { ...moment, title: title ?? moment.title, isGone }] as const] : [];
    }),
  );
}

type Found = z.output<typeof findings>['points'][number];

/** Adds the titles of the sessions that points came from. Refuses a session of another person. */
export async function withMoments(
  db: Kysely<RecallTables>,
  person: string,
  points: readonly Found[],
): Promise<(Omit<Found, 'moment'> & { moment?: PointMoment })[]> {
  const sessions = [...new Set(points.flatMap(({ moment }) => moment?.session ?? []))];
  const rows =
    sessions.length === 0
      ? []
      : await (db as unknown as Kysely<SessionTables>)
          .selectFrom('sessions')
          .select(['id', 'title'])
          .where('person_id', '=', person)
          .where('id', 'in', sessions)
          .execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return points.map(({ moment, ...point }) => {
    if (!moment) return point;
    const title = titles.get(moment.session);
    if (title === undefined) throw new AppError('not-found', 'There is no such session.');
    return { ...point, moment: { ...moment, title } };
  });
}
