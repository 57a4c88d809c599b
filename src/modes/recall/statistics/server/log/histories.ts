import { type Kysely, sql } from 'kysely';

import type { Database } from '#database/server/database.ts';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { type PointHistory, timeSpent } from '../../domain/reviews/logged-review.ts';
import { createTurns } from '../turns.ts';
import { collected } from './collected.ts';
import { type Disputed, readDisputed } from './disputes.ts';
import type { Instants } from './open-reviews.ts';
import { type Gaps, type PackedHistory, RATINGS, unpacker } from './packed-history.ts';

/** SQLite reads on the thread that serves everybody: so many points at a time take a few milliseconds. */
const POINTS_AT_A_TIME = 200;

interface Wanted {
  readonly person: string;
  /** Without it, all that the person ever reviewed, also of what is deleted. */
  readonly setId?: string;
  /** Reviews before this instant are not given. */
  readonly since: number;
  /** Only these points. */
  readonly pointIds?: readonly string[];
  /** As it was at some time; as it is now unless it is given. */
  readonly disputed?: Disputed;
  /** As if these reviews were not there: their instants, by point. */
  readonly without?: Instants;
  readonly preferences: RecallPreferences;
}

/**
 * Gives what was reviewed, a point at a time. Others get their turn in between, so what is reviewed meanwhile may or may
 * not be among it.
 */
export async function eachHistory(
  database: Database<RecallTables>,
  wanted: Wanted,
  visit: (history: PointHistory) => void,
): Promise<void> {
  const disputed = wanted.disputed ?? (await readDisputed(database.read, wanted.person));
  const unpack = unpacker(wanted, disputed);
  const turns = createTurns();
  let after = '';
  for (;;) {
    const rows = await readPacked(database, wanted, after);
    const last = rows.at(-1);
    if (!last) return;
    await turns.pause();
    const isUntimed = rows.some(({ untimed }) => Number(untimed) > 0);
    const gaps = isUntimed ? await readGaps(database.read, wanted, { after, until: last.point_id }) : NO_GAPS;
    for (const row of rows) {
      const isDisputed = disputed.get(row.point_id)?.get(Number(row.last_at_before ?? NaN)) === 0;
      const before = isDisputed ? await readEarlier(database.read, { wanted, disputed, row }) : row.last_at_before;
      visit(unpack({ ...row, last_at_before: before }, gaps));
      if (turns.isOver()) await turns.pause();
    }
    if (rows.length < POINTS_AT_A_TIME) return;
    after = last.point_id;
    await turns.pause();
  }
}

/** Reads nothing but what stands in the index `review_log_histories`. */
async function readPacked(
  { engine, read }: Database<RecallTables>,
  { person, setId, since, pointIds, preferences }: Wanted,
  after: string,
): Promise<PackedHistory[]> {
  const { timeZone, dayStartsAt, desiredRetention } = preferences;
  const ofSet =
    setId === undefined
      ? sql``
      : sql`and point_id in (select id from recall_points where set_id = ${setId} and person_id = ${person})`;
  const ofPoints = pointIds === undefined ? sql`` : sql`and point_id in (${sql.join(pointIds)})`;
  const isUnlike = sql`time_zone <> ${timeZone} or day_starts_at <> ${dayStartsAt}
    or desired_retention <> ${desiredRetention}`;
  const settings = sql`time_zone || ' ' || day_starts_at || ' ' || coalesce(cast(desired_retention as text), '')`;
  const { rows } = await sql<PackedHistory>`
    select point_id,
      ${collected(engine, sql`at * ${sql.lit(RATINGS)} + rating`)} as graded,
      ${collected(engine, sql`duration_ms`)} as durations,
      ${collected(engine, sql`case when ${isUnlike} then ${settings} end`)} as unlike,
      (select max(before.at) from review_log as before where before.person_id = ${person}
        and before.point_id = review_log.point_id and before.at < ${since}) as last_at_before,
      count(*) - count(duration_ms) as untimed
    from review_log
    where person_id = ${person} and point_id > ${after} and at >= ${since} ${ofSet} ${ofPoints}
    group by point_id
    order by point_id
    limit ${sql.lit(POINTS_AT_A_TIME)}`.execute(read);
  return rows;
}

const NO_GAPS: Gaps = new Map();

/**
 * For reviews without a duration: the time since the review before in the same session, shared by all of them that were
 * written at one instant.
 */
async function readGaps(
  read: Kysely<RecallTables>,
  { person, since }: Wanted,
  { after, until }: { after: string; until: string },
): Promise<Gaps> {
  const rows = await read
    .selectFrom('review_log as review')
    .select((eb) => [
      'point_id',
      'at',
      eb
        .selectFrom('review_log as earlier')
        .select((inner) => inner.fn.max('earlier.at').as('at'))
        .whereRef('earlier.session_id', '=', 'review.session_id')
        .whereRef('earlier.at', '<', 'review.at')
        .as('before'),
      eb
        .selectFrom('review_log as beside')
        .select((inner) => inner.fn.countAll<number | string>().as('count'))
        .whereRef('beside.session_id', '=', 'review.session_id')
        .whereRef('beside.at', '=', 'review.at')
        .where('beside.duration_ms', 'is', null)
        .as('together'),
    ])
    .where('person_id', '=', person)
    .where('point_id', '>', after)
    .where('point_id', '<=', until)
    .where('at', '>=', since)
    .where('duration_ms', 'is', null)
    .execute();
  const gaps = new Map<string, Map<number, number>>();
  for (const { point_id, at, before, together } of rows) {
    if (before === null) continue;
    const ofPoint = gaps.get(point_id) ?? new Map<number, number>();
    gaps.set(point_id, ofPoint.set(at, sharedGap(at - before, Number(together))));
  }
  return gaps;
}

/** A pause is no time that anybody spent, however many share it. */
function sharedGap(gap: number, together: number): number {
  return Math.round(timeSpent(gap) / Math.max(1, together));
}

/** Where the last review before those that are given was disputed away: the one before it that counts. */
async function readEarlier(
  read: Kysely<RecallTables>,
  { wanted, disputed, row }: { wanted: Wanted; disputed: Disputed; row: PackedHistory },
): Promise<number | null> {
  const ofPoint = disputed.get(row.point_id);
  const rows = await read
    .selectFrom('review_log')
    .select('at')
    .where('person_id', '=', wanted.person)
    .where('point_id', '=', row.point_id)
    .where('at', '<', wanted.since)
    .orderBy('at', 'desc')
    .execute();
  return rows.find(({ at }) => ofPoint?.get(at) !== 0)?.at ?? null;
}
