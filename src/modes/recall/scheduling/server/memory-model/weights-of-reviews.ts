import type { Kysely } from 'kysely';

import type { RecallTables } from '../../../storage/server/tables.ts';
import { DEFAULT_WEIGHTS } from '../../domain/scheduling.ts';
import { hasMoved } from './weights-notes.ts';
import { readWeights } from './weights-store.ts';

/**
 * The weights that each review of a point counts as scheduled with, by weights id and instant. If the point was moved
 * to other weights, its reviews up to then count with those; the latest move wins. Unknown ids stand for the
 * published weights.
 */
export async function weightsOfReviews(
  db: Kysely<RecallTables>,
  { person, pointId }: { person: string; pointId: string },
): Promise<(review: { id: string; at: number }) => readonly number[]> {
  const held = await readWeights(db, person);
  const known = new Map(held.map(({ id, weights }) => [id, weights]));
  const moves = held
    .flatMap(({ weights, notes }) => notes.moves.map((move) => ({ ...move, weights })))
    .filter((move) => hasMoved(move, pointId))
    .toSorted((one, other) => other.at - one.at);
  const [latest] = moves;
  return ({ id, at }) => (latest && at <= latest.at ? latest.weights : (known.get(id) ?? DEFAULT_WEIGHTS.weights));
}
