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
  /** Without it, the cards of all sets. */
  readonly setId?: string;
  readonly preferences: RecallPreferences;
}

type Packed = [pointId: string, dueAt: number, card: StoredCard];

/**
 * Visits the cards of a person, or of one of their sets, without the reviews of sessions that are not over. Pauses in
 * between so that other work can run.
 */
export async function eachCard(
  { read }: Database<RecallTables>,
  wanted: Wanted,
  visit: (card: ReviewedCard) => void,
): Promise<void> {
  const slices = createSlices();
  const exceptions = await readExceptions(read, wanted.person);
  const shown = await readShownCards(read, wanted);
  const ofSet =
    wanted.setId === undefined
      ? sql``
      : sql`and point_id in (select id from recall_points where set_id = ${wanted.setId})`;
  let last = { dueAt: -1, pointId: '' };
  for (;;) {
    // The database says which card is last: PostgreSQL may sort ids by the rules of a language.
    const { rows } = await sql<{ cards: string | null; last_due: number | string; last_point: string }>`
      with held as materialized (
        select point_id, due_at, card
        from point_cards
        where person_id = ${wanted.person} and due_at >= ${last.dueAt}
          and (due_at > ${last.dueAt} or point_id > ${last.pointId}) ${ofSet}
        order by due_at, point_id
        limit ${sql.lit(CARDS_AT_A_TIME)}
      )
      select string_agg('["' || point_id || '",' || due_at || ',' || card || ']', ',') as cards,
        max(due_at) as last_due,
        (select max(point_id) from held where due_at = (select max(due_at) from held)) as last_point
      from held`.execute(read);
    const [row] = rows;
    const cards = row?.cards ?? null;
    if (!row || cards === null) return;
    const held = JSON.parse(`[${cards}]`) as Packed[];
    for (const [pointId, dueAt, card] of held) {
      const exception = exceptions.get(pointId);
      if (exception === 'gone') continue;
      const isActive = exception === undefined;
      const instead = shown.get(pointId);
      if (!instead) visit({ pointId, dueAt, isActive, card });
      else if (instead.card) visit({ pointId, dueAt: dueOf(instead.card), isActive, card: instead.card });
    }
    last = { dueAt: Number(row.last_due), pointId: row.last_point };
    if (held.length < CARDS_AT_A_TIME) return;
    await slices.pause();
  }
}

/**
 * The points that are suspended or deleted, themselves or with their set, and those of paused and archived sets. Most people have
 * few, so reading these is faster than joining every card with its point and set.
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
