import type { Transaction } from 'kysely';

import { type OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { pointKey } from '../domain/same-words.ts';
import type { FindingsKept, PointMoment } from '../protocol.ts';
import { countAddedBefore, type PointOrigin, withIds } from './points.ts';
import { addSet, requireSet } from './sets.ts';
import { existingKeys } from './subject.ts';
import { addPoints, type Adding } from './undo/point-actions.ts';

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
  dependencies: Adding,
  { person, setId, id, points, newSet }: OwnedSet & Findings,
): Promise<FindingsKept> {
  const set = { person, setId };
  const isNew =
    newSet !== undefined && (await addSet(trx, set, { title: newSet, isSample: false, at: dependencies.now() }));
  await requireSet(trx, set);
  const before = await countAddedBefore(trx, set, { id, points });
  if (before > 0) return { added: before, known: points.length - before };
  const seen = await existingKeys(trx, set);
  const fresh = points.filter((point) => !seen.has(pointKey(point)) && seen.add(pointKey(point)));
  if (fresh.length > 0) await addPoints(dependencies, trx, { ...set, points: withIds(fresh, id), isNew });
  return { added: fresh.length, known: points.length - fresh.length };
}
