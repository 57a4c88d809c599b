import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';

import type { RecallTables } from '../../../storage/server/tables.ts';
import { DEFAULT_WEIGHTS } from '../../domain/scheduling.ts';
import { type FitFigures, fitFigures } from '../../protocol.ts';

export interface StoredWeights {
  readonly id: string;
  readonly weights: readonly number[];
  readonly createdAt: number;
  readonly isActive: boolean;
  readonly notes: WeightsNotes;
}

/** All weights fitted to or used by a person, newest first; there are only a few. */
export async function readWeights(db: Kysely<RecallTables>, person: string): Promise<readonly StoredWeights[]> {
  const rows = await db
    .selectFrom('fsrs_weights')
    .selectAll()
    .where('person_id', '=', person)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    weights: JSON.parse(row.weights) as number[],
    createdAt: row.created_at,
    isActive: row.is_active === 1,
    notes: readNotes(row.figures),
  }));
}

/**
 * The weights that a review counts as scheduled with. If its point was moved to other weights, its earlier reviews
 * count with those; the latest move wins. Unknown ids mean the published weights.
 */
export function weightsOfReview(
  held: readonly StoredWeights[],
  review: { readonly point_id: string; readonly weights_id: string; readonly at: number },
): readonly number[] {
  const moved = weightsMovedTo(held, review);
  return moved ?? held.find(({ id }) => id === review.weights_id)?.weights ?? DEFAULT_WEIGHTS.weights;
}

/** The weights that a point's reviews of an instant were moved to since; null without a move. */
export function weightsMovedTo(
  held: readonly StoredWeights[],
  { point_id, at }: { readonly point_id: string; readonly at: number },
): readonly number[] | null {
  let latest: { at: number; weights: readonly number[] } | null = null;
  for (const { weights, notes } of held)
    for (const move of notes.moves)
      if (move.at > (latest?.at ?? -Infinity) && hasMoved(move, point_id)) latest = { at: move.at, weights };
  return latest && at <= latest.at ? latest.weights : null;
}

/** Stores fitted weights as the person's only offer. */
export async function offerWeights(
  trx: Transaction<RecallTables>,
  person: string,
  offer: { id: string; weights: readonly number[]; figures: FitFigures; at: number },
): Promise<void> {
  await forgetOffers(trx, person);
  const notes: WeightsNotes = { kind: 'own', figures: offer.figures, isOffered: true, takenAt: null, moves: [] };
  await insertWeights(trx, person, { id: offer.id, weights: offer.weights, at: offer.at, notes });
}

export async function insertWeights(
  trx: Transaction<RecallTables>,
  person: string,
  added: { id: string; weights: readonly number[]; at: number; notes: WeightsNotes },
): Promise<void> {
  await trx
    .insertInto('fsrs_weights')
    .values({
      id: added.id,
      person_id: person,
      weights: JSON.stringify(added.weights),
      created_at: added.at,
      figures: JSON.stringify(added.notes),
      is_active: 0,
    })
    .execute();
}

/** Withdraws all offers. Weights that were once in use stay stored, because reviews refer to them. */
export async function forgetOffers(trx: Transaction<RecallTables>, person: string): Promise<void> {
  for (const { id, isActive, notes } of await readWeights(trx, person)) {
    if (isActive || !notes.isOffered) continue;
    if (notes.takenAt !== null) await writeNotes(trx, person, { id, notes: { ...notes, isOffered: false } });
    else await trx.deleteFrom('fsrs_weights').where('id', '=', id).where('person_id', '=', person).execute();
  }
}

/** Schedules a person's reviews with these weights from now on; null for the published ones. */
export async function activate(trx: Transaction<RecallTables>, person: string, id: string | null): Promise<void> {
  await trx.updateTable('fsrs_weights').set({ is_active: 0 }).where('person_id', '=', person).execute();
  if (id === null) return;
  await trx
    .updateTable('fsrs_weights')
    .set({ is_active: 1 })
    .where('id', '=', id)
    .where('person_id', '=', person)
    .execute();
}

export async function writeNotes(
  trx: Transaction<RecallTables>,
  person: string,
  { id, notes }: { id: string; notes: WeightsNotes },
): Promise<void> {
  await trx
    .updateTable('fsrs_weights')
    .set({ figures: JSON.stringify(notes) })
    .where('id', '=', id)
    .where('person_id', '=', person)
    .execute();
}

/** A recomputation of cards with other weights. */
const weightsMove = z.object({
  /** Reviews up to this instant count as scheduled with the weights. */
  at: z.int(),
  /** Null for all points. Earlier versions moved a part, in the order of ids: up to and including this point. */
  upTo: z.string().nullable(),
});
type WeightsMove = z.infer<typeof weightsMove>;

/** Stored with the weights, in the column `figures`. */
const weightsNotes = z.object({
  kind: z.enum(['own', 'published']),
  figures: fitFigures.nullable(),
  /** The weights wait for the person's decision. */
  isOffered: z.boolean(),
  /** When the person last accepted them; null if never. */
  takenAt: z.int().nullable(),
  moves: z.array(weightsMove),
});
export type WeightsNotes = z.infer<typeof weightsNotes>;

/** Weights without readable notes are the person's own. */
const UNKNOWN: WeightsNotes = { kind: 'own', figures: null, isOffered: false, takenAt: 0, moves: [] };

function readNotes(text: string): WeightsNotes {
  if (text === '') return UNKNOWN;
  const read = weightsNotes.safeParse(JSON.parse(text));
  return read.success ? read.data : UNKNOWN;
}

function hasMoved({ upTo }: WeightsMove, pointId: string): boolean {
  return upTo === null || pointId <= upTo;
}
