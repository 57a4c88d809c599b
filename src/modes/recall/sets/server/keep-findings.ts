import type { Transaction } from 'kysely';

import type { UndoLog } from '#undo/server/undo-log.ts';

import { type OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { pointKey } from '../domain/same-words.ts';
import type { FindingsKept, PointMoment } from '../protocol.ts';
import { insertPoints, instantOfAddition, type PointOrigin, withIds } from './points.ts';
import { addSet, requireSet } from './sets.ts';
import { existingKeys } from './subject.ts';
import { recordPointsAdded } from './undo/point-actions.ts';

interface FoundPoint {
  readonly text: string;
  readonly question?: string | null;
  readonly context: string;
  readonly source?: PointOrigin;
  readonly moment?: PointMoment;
}

interface Findings {
  /** Made by the client, so that a resend adds the points once. */
  readonly id?: string | undefined;
  readonly points: readonly FoundPoint[];
  /** The name of the set if it is new: it is added with them, and goes with them. */
  readonly newSet?: string | undefined;
}

/** Adds points at the end of a set as one addition, except those whose words it already has. */
export async function keepFindings(
  trx: Transaction<RecallTables>,
  { undo, now, newId }: { readonly undo: UndoLog; readonly now: () => number; readonly newId: () => string },
  { person, setId, id, points, newSet }: OwnedSet & Findings,
): Promise<FindingsKept> {
  const set = { person, setId };
  const isNew = newSet !== undefined && (await addSet(trx, set, { title: newSet, isSample: false, at: now() }));
  await requireSet(trx, set);
  const before = await countAddedBefore(trx, set, { id, points });
  if (before > 0) return { added: before, known: points.length - before };
  const seen = await existingKeys(trx, set);
  const fresh = points.filter((point) => !seen.has(pointKey(point)) && seen.add(pointKey(point)));
  if (fresh.length > 0) {
    const at = await instantOfAddition(trx, set, now());
    await insertPoints(trx, set, { points: withIds(fresh, id), at, newId });
    await recordPointsAdded(undo, trx, { ...set, count: fresh.length, at, isNew });
  }
  return { added: fresh.length, known: points.length - fresh.length };
}

/** The number of points that the same request added before. */
async function countAddedBefore(trx: Transaction<RecallTables>, { person, setId }: OwnedSet, { id, points }: Findings) {
  if (id === undefined) return 0;
  const ids = withIds(points, id).map((point) => point.id ?? '');
  const rows = await trx
    .selectFrom('recall_points')
    .select('id')
    .where('id', 'in', ids)
    .where('person_id', '=', person)
    .where('set_id', '=', setId)
    .execute();
  return rows.length;
}
