import type { Kysely } from 'kysely';

import { dayOf, firstOfWeek } from '#day/domain/day.ts';

import { NO_LOAD, sizeOf } from '../../scheduling/domain/day-load.ts';
import { forecast, forecastEnds } from '../../scheduling/domain/forecast.ts';
import { minutesFor } from '../../scheduling/domain/pace.ts';
import { dueAt } from '../../scheduling/domain/scheduling.ts';
import { readDoneToday } from '../../scheduling/server/done-today.ts';
import { isInUse } from '../../scheduling/server/in-use.ts';
import { readReviewedDays } from '../../scheduling/server/reviews/reviewed-days.ts';
import { readShownCards } from '../../scheduling/server/reviews/shown-cards.ts';
import type { Moment } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { Today } from '../protocol.ts';
import { readSets } from './sets.ts';

const REVIEWS_FOR_PACE = 200;

/** Due and new points of today and the next two weeks. Excludes suspended and archived sets. */
export async function readToday(db: Kysely<RecallTables>, person: string, moment: Moment): Promise<Today> {
  const sets = await readSets(db, person, moment);
  const ready = sets.reduce((sum, set) => sum + sizeOf(set.today), 0);
  const done = await readDoneToday(db, person, moment);
  const dues = await readDues(db, person, moment);
  const reviews = await db
    .selectFrom('review_log')
    .select(['session_id', 'at'])
    .where('person_id', '=', person)
    .orderBy('at', 'desc')
    .limit(REVIEWS_FOR_PACE)
    .execute();
  return {
    ready,
    minutes: minutesFor(
      ready,
      reviews.map((row) => ({ session: row.session_id, at: row.at })),
    ),
    sets: sets.filter((set) => set.status !== 'archived'),
    forecast: forecast(
      sets
        .filter((set) => set.status === 'active')
        .map((set) => ({
          dues: [set.due, ...(dues.get(set.id) ?? [])],
          fresh: set.fresh,
          limits: set,
          examOn: set.examOn,
          done: done.get(set.id) ?? NO_LOAD,
          exposed: set.exposed,
          inProgress: set.inProgress,
        })),
      { ...moment.preferences, now: moment.now },
    ),
    week: await readWeek(db, person, moment),
    proposed: await countProposed(db, person),
  };
}

async function countProposed(db: Kysely<RecallTables>, person: string): Promise<Today['proposed']> {
  const rows = await db
    .selectFrom('proposed_points')
    .select((eb) => ['client', eb.fn.countAll<number | string>().as('count')])
    .where('person_id', '=', person)
    .where('decided_at', 'is', null)
    .groupBy('client')
    .orderBy('client')
    .execute();
  return {
    points: rows.reduce((sum, { count }) => sum + Number(count), 0),
    by: rows.map(({ client }) => client),
  };
}

/** Progress toward the person's weekly aim, counted like the statistics. */
async function readWeek(
  db: Kysely<RecallTables>,
  person: string,
  { now, preferences }: Moment,
): Promise<Today['week']> {
  const { weeklyAim: aim = null, weeklyAimOf: of = 'days' } = preferences;
  if (aim === null) return null;
  const from = firstOfWeek(dayOf(now, preferences));
  const reviewed = (await readReviewedDays(db, { person, from, preferences })).filter(({ reviews }) => reviews > 0);
  const done = of === 'days' ? reviewed.length : reviewed.reduce((sum, { reviews }) => sum + reviews, 0);
  return { aim, of, done };
}

/** Numbers of points that become due on each day of the forecast after today, for each active set. */
async function readDues(
  db: Kysely<RecallTables>,
  person: string,
  { now, preferences }: Moment,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const [tonight = now, ...ends] = forecastEnds({ ...preferences, now });
  const [first = tonight, ...others] = ends;
  const shown = await readShownCards(db, { person, preferences });
  let query = db
    .selectFrom('point_cards')
    .innerJoin('recall_points', 'recall_points.id', 'point_cards.point_id')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select((eb) => {
      const day = others.reduce(
        (cases, end, index) => cases.when('due_at', '<', end).then(index + 1),
        eb.case().when('due_at', '<', first).then(0),
      );
      return ['recall_points.set_id', day.end().as('day'), eb.fn.countAll<number | string>().as('count')];
    })
    .where('point_cards.person_id', '=', person)
    .where('due_at', '>=', tonight)
    .where('due_at', '<', ends.at(-1) ?? tonight)
    .where(isInUse)
    .where('recall_sets.deleted_at', 'is', null)
    .where('recall_sets.status', '=', 'active')
    .groupBy(['recall_points.set_id', 'day']);
  if (shown.size > 0) query = query.where('point_cards.point_id', 'not in', [...shown.keys()]);
  const rows = await query.execute();
  const dues = new Map<string, number[]>();
  const add = (setId: string, day: number, count: number) => {
    let held = dues.get(setId);
    if (!held) dues.set(setId, (held = ends.map(() => 0)));
    held[day] = (held[day] ?? 0) + count;
  };
  for (const { set_id, day, count } of rows) if (day !== null) add(set_id, day, Number(count));
  for (const { setId, card } of shown.values()) {
    const due = card && dueAt(card);
    const day = ends.findIndex((end) => due !== null && due < end);
    if (due !== null && due >= tonight && day >= 0) add(setId, day, 1);
  }
  return dues;
}
