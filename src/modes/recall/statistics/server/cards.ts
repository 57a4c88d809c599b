import { setImmediate } from 'node:timers/promises';

import { type Kysely, sql } from 'kysely';

import type { Database } from '#database/server/database.ts';

import { dueAt as dueOf, type StoredCard } from '../../scheduling/domain/scheduling.ts';
import { isInUse } from '../../scheduling/server/in-use.ts';
import { readShownCards } from '../../scheduling/server/reviews/shown-cards.ts';
import type { RecallPreferences } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';

/** SQLite reads block the main thread: this many cards take about 3 ms. */
const CARDS_AT_A_TIME = 500;

/** The card of a reviewed point that is neither deleted nor suspended. */
export interface ReviewedCard {
  readonly pointId: string;
  readonly dueAt: number;
  /** Its set is neither paused nor archived. */
  readonly isActive: boolean;
  readonly card: StoredCard;
}

interface Wanted {
  readonly person: string;
  /** Default: the cards of all sets. */
  readonly setId?: string;
  readonly preferences: RecallPreferences;
}

type Packed = [pointId: string, dueAt: number, card: StoredCard];

/**
 * Visits the cards of a person, or of one of their sets, without the reviews of unfinished sessions. Pauses in between
 * so that other work can run.
 */
export async function eachCard(
  { read }: Database<RecallTables>,
  wanted: Wanted,
  visit: (card: ReviewedCard) => void,
): Promise<void> {
  const slices = createSlices();
  const exceptions = await readExceptions(read, wanted.person);
  const shown = await readShownCards(read, wanted);
  const order = wanted.setId === undefined ? sql`due_at` : sql`position`;
  // A cross join keeps the order of its tables: an index gives the points of the set in the order of their positions.
  const cards =
    wanted.setId === undefined
      ? sql`point_cards where true`
      : sql`
      recall_points cross join point_cards where set_id = ${wanted.setId} and point_id = recall_points.id`;
  let last = { place: -1, pointId: '' };
  for (;;) {
    // The query returns which card is last: PostgreSQL may sort ids by the rules of a language.
    const { rows } = await sql<{ packed: string | null; last_place: number | string; last_point: string }>`
      with held as materialized (
        select point_id, due_at, card, ${order} as place
        from ${cards} and point_cards.person_id = ${wanted.person}
          and ${order} >= ${last.place} and (${order} > ${last.place} or point_id > ${last.pointId})
        order by ${order}, point_id
        limit ${sql.lit(CARDS_AT_A_TIME)}
      )
      select string_agg('["' || point_id || '",' || due_at || ',' || card || ']', ',') as packed,
        max(place) as last_place,
        (select max(point_id) from held where place = (select max(place) from held)) as last_point
      from held`.execute(read);
    const [row] = rows;
    const packed = row?.packed ?? null;
    if (!row || packed === null) return;
    const held = JSON.parse(`[${packed}]`) as Packed[];
    for (const [pointId, dueAt, card] of held) {
      const exception = exceptions.get(pointId);
      if (exception === 'gone') continue;
      const isActive = exception === undefined;
      const instead = shown.get(pointId);
      if (!instead) visit({ pointId, dueAt, isActive, card });
      else if (instead.card) visit({ pointId, dueAt: dueOf(instead.card), isActive, card: instead.card });
    }
    last = { place: Number(row.last_place), pointId: row.last_point };
    if (held.length < CARDS_AT_A_TIME) return;
    await slices.pause();
  }
}

/**
 * The points that are suspended or deleted, themselves or with their set, and those of paused and archived sets. Most
 * people have few, so reading these is faster than joining every card with its point and set.
 */
async function readExceptions(
  read: Kysely<RecallTables>,
  person: string,
): Promise<ReadonlyMap<string, 'gone' | 'inactive'>> {
  const sets = await read
    .selectFrom('recall_sets')
    .select(['id', 'deleted_at'])
    .where('person_id', '=', person)
    .where((eb) => eb.or([eb('deleted_at', 'is not', null), eb('status', '<>', 'active')]))
    .execute();
  const gone = new Map(sets.map(({ id, deleted_at }) => [id, deleted_at !== null]));
  const points = await read
    .selectFrom('recall_points')
    .select((eb) => ['id', 'set_id', eb.case().when(isInUse).then(0).else(1).end().as('is_out')])
    .where('person_id', '=', person)
    .where((eb) => eb.or([eb.not(isInUse), ...(gone.size > 0 ? [eb('set_id', 'in', [...gone.keys()])] : [])]))
    .execute();
  return new Map(points.map(({ id, set_id, is_out }) => [id, is_out === 1 || gone.get(set_id) ? 'gone' : 'inactive']));
}

/** Maximum time that the statistics of one person block the event loop. */
const MAX_SLICE_MS = 6;

export interface Slices {
  /** Whether it is time to pause. */
  isOver(): boolean;
  /** Lets other work run. */
  pause(): Promise<void>;
}

/** Splits long work on the main thread into slices. */
export function createSlices(): Slices {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > MAX_SLICE_MS,
    async pause() {
      await setImmediate();
      began = performance.now();
    },
  };
}
