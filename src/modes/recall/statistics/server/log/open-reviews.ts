import type { Kysely } from 'kysely';

import { type OpenReview, readOpenReviews } from '../../../scheduling/server/reviews/shown-cards.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';

/** The instants of some reviews, by point. */
export type Instants = ReadonlyMap<string, ReadonlySet<number>>;

/** Of the reviews that sessions are still writing: no picture shows them before their session is over. */
export async function readOpenInstants(read: Kysely<RecallTables>, person: string): Promise<Instants> {
  return instantsOf(await readOpenReviews(read, person));
}

export function instantsOf(reviews: Iterable<Pick<OpenReview, 'pointId' | 'at'>>): Instants {
  const instants = new Map<string, Set<number>>();
  for (const { pointId, at } of reviews) instants.set(pointId, (instants.get(pointId) ?? new Set()).add(at));
  return instants;
}

/** What is in one of them, or in both. */
export function allOf(one: Instants, other: Instants): Instants {
  const pointIds = new Set([...one.keys(), ...other.keys()]);
  const both = (pointId: string) => new Set([...(one.get(pointId) ?? []), ...(other.get(pointId) ?? [])]);
  return new Map(Array.from(pointIds, (pointId) => [pointId, both(pointId)]));
}
