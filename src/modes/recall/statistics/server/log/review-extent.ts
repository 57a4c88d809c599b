import type { Kysely } from 'kysely';

import { readOpenReviews } from '../../../scheduling/server/reviews/shown-cards.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { type Disputed, readDisputed } from './disputes.ts';
import type { Instants } from './open-reviews.ts';

/** Reviews are written with the instant they are of, which lies at most so far before others that are there already. */
const RECENT_MS = 7 * 86_400_000;
/** With more changed than this, one may as well begin anew. */
const MOST_CHANGED = 500;

/** Reviews by id. */
type Held = ReadonlyMap<string, { readonly pointId: string; readonly at: number }>;

/**
 * What a person's log holds, as far as that tells how it has changed since: rows are only ever added to it. Those of a
 * session that is not over yet are not in it: they come with its end.
 */
export interface ReviewExtent {
  /** How many reviews there are in all, before any dispute, and when the first and the last were. */
  readonly reviews: number;
  readonly first: number | null;
  readonly last: number | null;
  /** The latest ones, by id. */
  readonly recent: Held;
  readonly disputed: Disputed;
  /** Those that are not in it, by id. */
  readonly open: Held;
}

/** The points of which something has changed, with the instants of the reviews that are new; null where too much has. */
export type Changes = Instants | null;

export async function readExtent(read: Kysely<RecallTables>, person: string): Promise<ReviewExtent> {
  const open = await readOpenReviews(read, person);
  const ofPerson = read.selectFrom('review_log').where('person_id', '=', person);
  // One by one: the ends are looked up in an index, where all three together would be worked out of every row.
  const { written, first, last } = await read
    .selectNoFrom([
      ofPerson.select((eb) => eb.fn.countAll<number | string>().as('written')).as('written'),
      ofPerson.select((eb) => eb.fn.min('at').as('first')).as('first'),
      ofPerson.select((eb) => eb.fn.max('at').as('last')).as('last'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await read
    .selectFrom('review_log')
    .select(['id', 'point_id', 'at'])
    .where('person_id', '=', person)
    .where('at', '>=', Number(last ?? 0) - RECENT_MS)
    .execute();
  const held = new Map(open.map(({ id, pointId, at }) => [id, { pointId, at }]));
  const over = rows.filter(({ id }) => !held.has(id));
  const reviews = Number(written) - open.length;
  return {
    reviews,
    first: first === null || reviews === 0 ? null : Number(first),
    last: last === null ? null : Number(last),
    recent: new Map(over.map(({ id, point_id, at }) => [id, { pointId: point_id, at }])),
    disputed: await readDisputed(read, person),
    open: held,
  };
}

export function changesBetween(before: ReviewExtent, after: ReviewExtent): Changes {
  const changes = new Map<string, Set<number>>();
  let added = 0;
  for (const [id, { pointId, at }] of after.recent) {
    if (before.recent.has(id)) continue;
    added += 1;
    changes.set(pointId, (changes.get(pointId) ?? new Set()).add(at));
  }
  // Something was added that lies further back.
  if (before.reviews + added !== after.reviews) return null;
  for (const pointId of new Set([...before.disputed.keys(), ...after.disputed.keys()]))
    if (!isSame(before.disputed.get(pointId), after.disputed.get(pointId)) && !changes.has(pointId))
      changes.set(pointId, new Set());
  return changes.size > MOST_CHANGED ? null : changes;
}

/** Whether the same was left out of both. */
export function leavesOutTheSame({ open: one }: ReviewExtent, { open: other }: ReviewExtent): boolean {
  return one.size === other.size && [...one.keys()].every((id) => other.has(id));
}

function isSame(one: ReadonlyMap<number, number> = new Map(), other: ReadonlyMap<number, number> = new Map()): boolean {
  return one.size === other.size && [...one].every(([at, rating]) => other.get(at) === rating);
}
