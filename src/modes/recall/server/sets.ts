import type { Kysely, Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { endOfDay } from '../domain/day.ts';
import { sampleSet } from '../domain/sample-set.ts';
import { DEFAULT_WEIGHTS, retrievability, type StoredCard } from '../domain/scheduling.ts';
import type { RecallPoint, SetDetail, SetSummary } from '../protocol.ts';
import type { RecallPreferences } from './dependencies.ts';
import { insertPoints } from './points.ts';
import type { RecallTables } from './tables.ts';

type Reader = Kysely<RecallTables>;
export interface OwnedSet {
  readonly person: string;
  readonly setId: string;
}
export interface Today {
  readonly now: number;
  readonly preferences: RecallPreferences;
}

export function noSuchSet(): AppError {
  return new AppError('not-found', 'There is no such set.');
}

/** All sets of a person with their counts, or the one that is named. */
export async function readSets(
  db: Reader,
  person: string,
  { now, preferences, setId }: Today & { setId?: string },
): Promise<SetSummary[]> {
  const by = endOfDay(now, preferences);
  let query = db
    .selectFrom('recall_sets')
    .leftJoin('recall_points', (join) =>
      join.onRef('recall_points.set_id', '=', 'recall_sets.id').on('recall_points.deleted_at', 'is', null),
    )
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select((eb) => [
      'recall_sets.id',
      'recall_sets.title',
      'recall_sets.is_sample',
      'recall_sets.updated_at',
      eb.fn.count<number>('recall_points.id').as('points'),
      eb.fn.count<number>('point_cards.point_id').as('reviewed'),
      eb.fn.sum<number | string | null>(eb.case().when('point_cards.due_at', '<', by).then(1).else(0).end()).as('due'),
      eb
        .selectFrom('recall_sessions')
        .select('session_id')
        .whereRef('recall_sessions.set_id', '=', 'recall_sets.id')
        .where('recall_sessions.is_open', '=', 1)
        .where('recall_sessions.person_id', '=', person)
        .limit(1)
        .as('open_session'),
    ])
    .where('recall_sets.person_id', '=', person)
    .where('recall_sets.deleted_at', 'is', null)
    .groupBy([
      'recall_sets.id',
      'recall_sets.title',
      'recall_sets.is_sample',
      'recall_sets.updated_at',
      'recall_sets.created_at',
    ])
    .orderBy('recall_sets.created_at')
    .orderBy('recall_sets.id');
  if (setId !== undefined) query = query.where('recall_sets.id', '=', setId);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    isSample: row.is_sample === 1,
    points: Number(row.points),
    due: Number(row.due ?? 0),
    fresh: Number(row.points) - Number(row.reviewed),
    openSession: row.open_session,
    updatedAt: row.updated_at,
  }));
}

/** One set with its points, in their order. */
export async function readSet(db: Reader, { person, setId }: OwnedSet, today: Today): Promise<SetDetail> {
  const [summary] = await readSets(db, person, { ...today, setId });
  if (!summary) throw noSuchSet();
  const rows = await db
    .selectFrom('recall_points')
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select(['recall_points.id', 'text', 'context', 'due_at', 'card', 'reviews'])
    .where('recall_points.person_id', '=', person)
    .where('set_id', '=', setId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('recall_points.id')
    .execute();
  return { ...summary, items: rows.map((row) => toPoint(row, today)) };
}

export function toPoint(
  row: {
    id: string;
    text: string;
    context: string;
    due_at: number | null;
    card: string | null;
    reviews: number | null;
  },
  { now, preferences }: Today,
): RecallPoint {
  const card = row.card === null ? null : (JSON.parse(row.card) as StoredCard);
  const settings = { desiredRetention: preferences.desiredRetention, weights: DEFAULT_WEIGHTS.weights };
  return {
    id: row.id,
    text: row.text,
    context: row.context,
    dueAt: row.due_at,
    retrievability: card && retrievability(card, now, settings),
    reviews: row.reviews ?? 0,
  };
}

/** Refuses a set that is not the person's, or that is deleted. */
export async function requireSet(trx: Transaction<RecallTables>, { person, setId }: OwnedSet): Promise<void> {
  const row = await trx
    .selectFrom('recall_sets')
    .select('id')
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw noSuchSet();
}

/** Adds a set. Asking twice with the same id adds one. */
export async function addSet(
  trx: Transaction<RecallTables>,
  { person, setId }: OwnedSet,
  added: { title: string; isSample: boolean; at: number },
): Promise<void> {
  const inserted = await trx
    .insertInto('recall_sets')
    .values({
      id: setId,
      person_id: person,
      title: added.title,
      is_sample: added.isSample ? 1 : 0,
      created_at: added.at,
      updated_at: added.at,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) await requireSet(trx, { person, setId });
}

export async function changeSet(
  trx: Transaction<RecallTables>,
  { person, setId }: OwnedSet,
  change: { title: string; at: number },
): Promise<void> {
  const updated = await trx
    .updateTable('recall_sets')
    .set({ title: change.title, updated_at: change.at, is_sample: 0 })
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (updated.numUpdatedRows !== 1n) throw noSuchSet();
}

/** Marks a set as deleted at an instant, or takes that back with null. Its points and their history stay as they are. */
export async function markSetDeleted(
  trx: Transaction<RecallTables>,
  { person, setId }: OwnedSet,
  deletedAt: number | null,
): Promise<void> {
  const updated = await trx
    .updateTable('recall_sets')
    .set({ deleted_at: deletedAt })
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (updated.numUpdatedRows !== 1n) throw noSuchSet();
}

/** What a new person finds: a set to try. */
export async function addSampleSet(
  trx: Transaction<RecallTables>,
  person: string,
  made: { at: number; newId: () => string },
): Promise<void> {
  const setId = made.newId();
  await addSet(trx, { person, setId }, { title: sampleSet.title, isSample: true, at: made.at });
  await insertPoints(trx, { person, setId }, { points: sampleSet.points, ...made });
}
