import { setImmediate } from 'node:timers/promises';

import type { Kysely, Selectable, Transaction } from 'kysely';

import { dayOf, endOfDay } from '#day/domain/day.ts';
import { AppError } from '#wire/error-kind.ts';

import { dayLoadOf, NO_LOAD } from '../../scheduling/domain/day-load.ts';
import { limitsOn } from '../../scheduling/domain/exam.ts';
import { dueAt } from '../../scheduling/domain/scheduling.ts';
import { readDoneToday } from '../../scheduling/server/done-today.ts';
import { readExposedToday } from '../../scheduling/server/exposed-today.ts';
import { isInUse } from '../../scheduling/server/in-use.ts';
import { hideOpenReviews, readShownCards, type ShownCard } from '../../scheduling/server/reviews/shown-cards.ts';
import { activeWeightsOf } from '../../scheduling/server/scheduler-settings.ts';
import type { Moment, OwnedPoint, OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { sampleSet } from '../domain/sample-set.ts';
import { splitPath } from '../domain/set-path.ts';
import type { RecallPoint, SetDetail, SetSettings, SetSummary } from '../protocol.ts';
import { readMomentsOfPoints } from './from-source/moments-of-points.ts';
import { readSourcesOfPoints } from './from-source/sources-of-points.ts';
import { readImages } from './images/images.ts';
import { leechesBySet, readLeechIds } from './leeches.ts';
import { readOpenSessions } from './open-sessions.ts';
import { insertPoints, type PointRow, toPoint } from './points.ts';

type Reader = Kysely<RecallTables>;

export function noSuchSet(): AppError {
  return new AppError('not-found', 'There is no such set.');
}

/** Sets of a person with counts: all, or one. */
export async function readSets(db: Reader, person: string, moment: Moment & { setId?: string }): Promise<SetSummary[]> {
  const shown = await readShownCards(db, { ...moment, person });
  const rows = await readCounts(db, person, { ...moment, graded: [...shown.keys()] });
  const before = await readBefore(db, { person, moment }, shown);
  const open = await readOpenSessions(db, person);
  const done = await readDoneToday(db, person, moment);
  const { bySet: exposedOf } = await readExposedToday(db, person, moment);
  const leeches = await leechesBySet(db, { ...moment, person });
  return rows.map((row) => {
    const settings = settingsOf(row);
    const inSession = open.get(row.id);
    const { due, reviewed } = before.get(row.id) ?? { due: 0, reviewed: 0 };
    const there = {
      due: Number(row.due ?? 0) + due,
      fresh: Number(row.used ?? 0) - Number(row.reviewed ?? 0) - reviewed,
    };
    const exposed = exposedOf.get(row.id) ?? NO_LOAD;
    const doneToday = done.get(row.id) ?? NO_LOAD;
    const fresh = there.fresh + doneToday.fresh;
    const { ready, inProgress } = dayLoadOf({
      isActive: settings.status === 'active',
      isInSession: inSession !== undefined,
      there,
      exposed,
      limits: limitsOn(settings, { examOn: settings.examOn, today: dayOf(moment.now, moment.preferences), fresh }),
      done: doneToday,
    });
    return {
      ...settings,
      id: row.id,
      title: row.title,
      isSample: row.is_sample === 1,
      points: Number(row.points ?? 0),
      suspended: Number(row.points ?? 0) - Number(row.used ?? 0),
      ...there,
      exposed,
      today: ready,
      inProgress,
      leeches: leeches.get(row.id)?.length ?? 0,
      openSession: inSession?.id ?? null,
      openPoints: inSession?.openPoints ?? 0,
      updatedAt: row.updated_at,
    };
  });
}

/** Column of each setting. */
export const SETTINGS = {
  status: 'status',
  description: 'description',
  folder: 'folder',
  tutorInstructions: 'tutor_instructions',
  desiredRetention: 'desired_retention',
  newPerDay: 'new_per_day',
  reviewsPerDay: 'reviews_per_day',
  examOn: 'exam_on',
} as const satisfies { readonly [Name in keyof SetSettings]: keyof RecallTables['recall_sets'] };
export type SettingColumn = (typeof SETTINGS)[keyof SetSettings];

function settingsOf(row: Pick<Selectable<RecallTables['recall_sets']>, SettingColumn>): SetSettings {
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, column]) => [name, row[column]])) as SetSettings;
}

interface Counted extends Moment {
  readonly setId?: string;
  /** Points that an open session has graded. They are counted by their earlier cards, in `readBefore`. */
  readonly graded: readonly string[];
}

/** Counts, by set, the graded points of open sessions that were reviewed, and those that were due, before. */
async function readBefore(
  db: Reader,
  { person, moment: { now, preferences } }: { person: string; moment: Moment },
  shown: ReadonlyMap<string, ShownCard>,
): Promise<ReadonlyMap<string, { due: number; reviewed: number }>> {
  const before = new Map<string, { due: number; reviewed: number }>();
  if (shown.size === 0) return before;
  const by = endOfDay(now, preferences);
  const rows = await db
    .selectFrom('recall_points')
    .select(['id', 'set_id'])
    .where('id', 'in', [...shown.keys()])
    .where('person_id', '=', person)
    .where(isInUse)
    .execute();
  for (const { id, set_id } of rows) {
    const card = shown.get(id)?.card;
    if (!card) continue;
    const { due, reviewed } = before.get(set_id) ?? { due: 0, reviewed: 0 };
    before.set(set_id, { due: due + (dueAt(card) < by ? 1 : 0), reviewed: reviewed + 1 });
  }
  return before;
}

function readCounts(db: Reader, person: string, { now, preferences, setId, graded }: Counted) {
  const by = endOfDay(now, preferences);
  const counts = db
    .selectFrom('recall_points')
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select((eb) => {
      const isCounted =
        graded.length === 0 ? isInUse : eb.and([isInUse, eb('point_cards.point_id', 'not in', [...graded])]);
      const isDue = eb.and([eb('point_cards.due_at', '<', by), isCounted]);
      const isReviewed = eb.and([eb('point_cards.point_id', 'is not', null), isCounted]);
      return [
        'recall_points.set_id',
        eb.fn.count<number | string>('recall_points.id').as('points'),
        eb.fn.sum<number | string | null>(eb.case().when(isInUse).then(1).else(0).end()).as('used'),
        eb.fn.sum<number | string | null>(eb.case().when(isReviewed).then(1).else(0).end()).as('reviewed'),
        eb.fn.sum<number | string | null>(eb.case().when(isDue).then(1).else(0).end()).as('due'),
      ];
    })
    .where('recall_points.person_id', '=', person)
    .where('recall_points.deleted_at', 'is', null)
    // Excludes the sets of a running import.
    .where('recall_points.set_id', 'in', (eb) =>
      eb
        .selectFrom('recall_sets')
        .select('id')
        .where('person_id', '=', person)
        .where('deleted_at', 'is', null)
        .$if(setId !== undefined, (query) => query.where('id', '=', setId ?? '')),
    )
    .groupBy('recall_points.set_id');
  let query = db
    .selectFrom('recall_sets')
    .leftJoin(counts.as('counts'), 'counts.set_id', 'recall_sets.id')
    .select([
      'recall_sets.id',
      'recall_sets.title',
      'recall_sets.is_sample',
      'recall_sets.updated_at',
      ...Object.values(SETTINGS).map((column) => `recall_sets.${column}` as const),
      'counts.points',
      'counts.used',
      'counts.reviewed',
      'counts.due',
    ])
    .where('recall_sets.person_id', '=', person)
    .where('recall_sets.deleted_at', 'is', null)
    .orderBy('recall_sets.created_at')
    .orderBy('recall_sets.id');
  if (setId !== undefined) query = query.where('recall_sets.id', '=', setId);
  return query.execute();
}

/** One set with all its points in order, or with the first of them. */
export async function readSet(
  db: Reader,
  { first, ...set }: OwnedSet & { first?: number | undefined },
  moment: Moment,
): Promise<SetDetail> {
  const [summary] = await readSets(db, set.person, { ...moment, setId: set.setId });
  if (!summary) throw noSuchSet();
  const day = dayOf(moment.now, moment.preferences);
  return { ...summary, day, items: await readPoints(db, { ...set, first: first ?? summary.points }, moment) };
}

interface Part extends OwnedSet {
  readonly first: number;
  /** Id of the point before the first one. */
  readonly after?: string;
}

/** A range of points of a set, in order. */
export async function readPoints(db: Reader, part: Part, moment: Moment): Promise<RecallPoint[]> {
  const { person, setId } = part;
  const shown = await pointReader(db, { person, setId }, moment);
  const items: RecallPoint[] = [];
  for await (const rows of rowsOf(db, part)) items.push(...(await shown(rows)));
  return items;
}

/** Returns a function that converts rows of a set to the wire format. `pointIds` limits what is loaded for it. */
export async function pointReader(
  db: Reader,
  { person, setId, pointIds }: OwnedSet & { readonly pointIds?: readonly string[] },
  { now, preferences }: Moment,
) {
  const wanted = pointIds ? { person, pointIds } : { person, setId };
  const showing = { person, setId, preferences };
  const { weights } = await activeWeightsOf(db, person);
  const sources = await readSourcesOfPoints(db, wanted);
  const moments = await readMomentsOfPoints(db, wanted);
  const images = await readImages(db, wanted);
  const leeches = await readLeechIds(db, showing);
  const shownWith = { now, weights, cut: preferences, sources, moments, images, leeches };
  return async (rows: readonly PointRow[]): Promise<readonly RecallPoint[]> =>
    (await hideOpenReviews(db, showing, rows)).map((row) => toPoint(row, shownWith));
}

/** Rows per query. SQLite reads block the main thread, so the event loop gets a turn between two queries. */
const ROWS_AT_ONCE = 500;

async function* rowsOf(db: Reader, { person, setId, first, after }: Part) {
  const before = after === undefined ? undefined : await readPlace(db, { person, pointId: after });
  let last = before ?? { position: -1, id: '' };
  for (let read = 0; read < first; read += ROWS_AT_ONCE) {
    if (read > 0) await setImmediate();
    const { position, id } = last;
    const rows = await db
      .selectFrom('recall_points')
      .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
      .select(['recall_points.id', 'text', 'question', 'context', 'tags', 'suspended_at', 'created_at'])
      .select(['due_at', 'card', 'reviews', 'lapses', 'position'])
      .where('recall_points.person_id', '=', person)
      .where('set_id', '=', setId)
      .where('deleted_at', 'is', null)
      .where('position', '>=', position)
      .where((eb) => eb.or([eb('position', '>', position), eb('recall_points.id', '>', id)]))
      .orderBy('position')
      .orderBy('recall_points.id')
      .limit(Math.min(ROWS_AT_ONCE, first - read))
      .execute();
    yield rows;
    last = rows.at(-1) ?? last;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Position of a point in its set; also works for deleted points. */
function readPlace(db: Reader, { person, pointId }: OwnedPoint) {
  return db
    .selectFrom('recall_points')
    .select(['position', 'id'])
    .where('id', '=', pointId)
    .where('person_id', '=', person)
    .executeTakeFirst();
}

/** Refuses a set that is deleted or belongs to another person. */
export async function requireSet(trx: Reader, { person, setId }: OwnedSet): Promise<void> {
  const row = await trx
    .selectFrom('recall_sets')
    .select('id')
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw noSuchSet();
}

/** Adds a set. A title with levels (`A::B`) includes the folder. Returns false if the id exists already. */
export async function addSet(
  trx: Transaction<RecallTables>,
  { person, setId }: OwnedSet,
  added: {
    title: string;
    isSample: boolean;
    newPerDay?: number | null;
    reviewsPerDay?: number | null;
    desiredRetention?: number | null;
    at: number;
    deletedAt?: number;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('recall_sets')
    .values({
      id: setId,
      person_id: person,
      ...splitPath(added.title),
      is_sample: added.isSample ? 1 : 0,
      created_at: added.at,
      updated_at: added.at,
      deleted_at: added.deletedAt ?? null,
      new_per_day: added.newPerDay ?? null,
      reviews_per_day: added.reviewsPerDay ?? null,
      desired_retention: added.desiredRetention ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  const isNew = inserted.numInsertedOrUpdatedRows === 1n;
  if (!isNew) await requireSet(trx, { person, setId });
  return isNew;
}

/** Sets the time of deletion, or clears it with null. Keeps points and history. Returns false if nothing changed. */
export async function markSetDeleted(
  trx: Transaction<RecallTables>,
  { person, setId }: OwnedSet,
  deletedAt: number | null,
): Promise<boolean> {
  const set = await trx
    .selectFrom('recall_sets')
    .select('deleted_at')
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!set) throw noSuchSet();
  if ((set.deleted_at === null) === (deletedAt === null)) return false;
  await trx
    .updateTable('recall_sets')
    .set({ deleted_at: deletedAt })
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .execute();
  return true;
}

export async function addSampleSet(
  trx: Transaction<RecallTables>,
  person: string,
  made: { at: number; newId: () => string },
): Promise<void> {
  const setId = made.newId();
  await addSet(trx, { person, setId }, { title: sampleSet.title, isSample: true, at: made.at });
  await insertPoints(trx, { person, setId }, { points: sampleSet.points, ...made });
}
