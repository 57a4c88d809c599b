import { setImmediate } from 'node:timers/promises';

import type { Kysely, Selectable, Transaction } from 'kysely';

import { dayLookup } from '#day/domain/day-lookup.ts';
import type { DayCut } from '#day/domain/day.ts';
import { AppError } from '#wire/error-kind.ts';

import { retrievability, type StoredCard } from '../../scheduling/domain/scheduling.ts';
import type { CardColumns } from '../../scheduling/server/reviews/shown-cards.ts';
import type { OwnedPoint } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { storedTags, tagsOf } from '../domain/tags.ts';
import {
  MAX_POINTS_PER_SET,
  type MomentOfPoint,
  type PointImage,
  type PointMoment,
  type RecallPoint,
  type SourceOfPoint,
  type StoredMoment,
} from '../protocol.ts';

/** PostgreSQL allows at most 65,535 values per statement; a row has 20. */
const ROWS_PER_INSERT = 500;

export function noSuchPoint(): AppError {
  return new AppError('not-found', 'There is no such point.');
}

/** Returns a time that no earlier addition to the set has. It identifies the points of one addition. */
export async function instantOfAddition(
  trx: Transaction<RecallTables>,
  { person, setId }: { person: string; setId: string },
  now: number,
): Promise<number> {
  const { latest } = await trx
    .selectFrom('recall_points')
    .select((eb) => eb.fn.max('created_at').as('latest'))
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  return Math.max(now, Number(latest ?? 0) + 1);
}

export interface NewPoint {
  readonly text: string;
  readonly question?: string | null;
  readonly context: string;
  readonly tags?: readonly string[];
  readonly noteId?: string;
  readonly noteCard?: string;
  readonly suspendedAt?: number | null;
  readonly id?: string;
  readonly source?: PointOrigin;
  readonly moment?: PointMoment;
}

/** The source that a point was made from. The range is null if the sentence was not found in it. */
export interface PointOrigin {
  readonly sourceId: string;
  readonly sentence: string;
  readonly range: { readonly start: number; readonly end: number } | null;
}

/** Source that a stored point was made from. */
export function originOf(
  row: Pick<Selectable<RecallTables['recall_points']>, 'source_id' | 'source_sentence' | 'source_start' | 'source_end'>,
): PointOrigin | undefined {
  const { source_id: sourceId, source_sentence: sentence, source_start: start, source_end: end } = row;
  if (sourceId === null) return undefined;
  return { sourceId, sentence: sentence ?? '', range: start === null || end === null ? null : { start, end } };
}

/** Moment that a stored point came from. */
export function momentOf({
  moment_session_id: session,
  moment,
}: Pick<Selectable<RecallTables['recall_points']>, 'moment_session_id' | 'moment'>): PointMoment | undefined {
  return moment === null ? undefined : { ...(JSON.parse(moment) as StoredMoment), session };
}

/** Adds points at the end of a set, or at a free position. Returns the position of the first point. */
export async function insertPoints(
  trx: Transaction<RecallTables>,
  { person, setId }: { person: string; setId: string },
  added: {
    points: readonly NewPoint[];
    at: number;
    newId: () => string;
    /** Position of the first point; default: the end of the set. */
    from?: number;
    /** Inserts the points as deleted, so that nobody sees them yet. */
    deletedAt?: number;
    /** Skips the check for room. Requires `from`. */
    hasRoom?: boolean;
  },
): Promise<number> {
  const last = added.hasRoom ? 0 : await requireRoom(trx, { person, setId }, { added: added.points.length });
  const first = added.from ?? last + 1;
  const rowOf = (point: NewPoint, index: number) => ({
    id: point.id ?? added.newId(),
    person_id: person,
    set_id: setId,
    position: first + index,
    text: point.text,
    question: point.question ?? null,
    context: point.context,
    tags: storedTags(point.tags ?? []),
    note_id: point.noteId ?? null,
    note_card: point.noteCard ?? null,
    suspended_at: point.suspendedAt ?? null,
    created_at: added.at,
    updated_at: added.at,
    deleted_at: added.deletedAt ?? null,
    source_id: point.source?.sourceId ?? null,
    source_sentence: point.source?.sentence ?? null,
    source_start: point.source?.range?.start ?? null,
    source_end: point.source?.range?.end ?? null,
    ...momentColumns(point.moment),
  });
  for (let from = 0; from < added.points.length; from += ROWS_PER_INSERT) {
    // SQLite calls are synchronous: without this, all other work waits until the last point is written.
    if (from > 0) await setImmediate();
    const part = added.points.slice(from, from + ROWS_PER_INSERT);
    await trx
      .insertInto('recall_points')
      .values(part.map((point, index) => rowOf(point, from + index)))
      .execute();
  }
  return first;
}

function momentColumns(of: PointMoment | undefined) {
  if (!of) return { moment_session_id: null, moment: null };
  const { session, title, at, messageId, second } = of;
  return {
    moment_session_id: session,
    moment: JSON.stringify({ title, at, messageId, second } satisfies StoredMoment),
  };
}

/** Returns the last position in a set. Refuses, with `advice` on what to do, if the set has no room. */
export async function requireRoom(
  trx: Transaction<RecallTables>,
  { person, setId }: { person: string; setId: string },
  { added, advice = 'Make a second one.' }: { readonly added: number; readonly advice?: string },
): Promise<number> {
  const held = await trx
    .selectFrom('recall_points')
    .select((eb) => [eb.fn.max('position').as('last'), eb.fn.countAll<number>().as('count')])
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(held.count) + added > MAX_POINTS_PER_SET)
    throw new AppError('refused', `A set holds at most ${MAX_POINTS_PER_SET} points. ${advice}`, {
      reason: 'set-full',
    });
  return Number(held.last ?? 0);
}

export async function readPoint(db: Kysely<RecallTables>, { person, pointId }: OwnedPoint) {
  const row = await db
    .selectFrom('recall_points')
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select(['recall_points.id', 'set_id', 'title', 'position', 'text', 'question', 'context', 'leech_dismissed_at'])
    .select(['tags', 'suspended_at', 'recall_points.created_at', 'recall_points.updated_at'])
    .select(['due_at', 'card', 'reviews', 'lapses', 'source_id', 'source_sentence', 'source_start', 'source_end'])
    .select(['moment_session_id', 'moment'])
    .where('recall_points.id', '=', pointId)
    .where('recall_points.person_id', '=', person)
    .where('recall_points.deleted_at', 'is', null)
    .where('recall_sets.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw noSuchPoint();
  return row;
}

/** The set of a point. Both can be deleted. */
export async function readSetOf(db: Kysely<RecallTables>, { person, pointId }: OwnedPoint) {
  const row = await db
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select(['title', 'recall_points.deleted_at', 'recall_sets.deleted_at as set_deleted_at'])
    .where('recall_points.id', '=', pointId)
    .where('recall_points.person_id', '=', person)
    .executeTakeFirst();
  if (!row) throw noSuchPoint();
  return row;
}

/** Refuses a point of a deleted set, which can only be restored with its set. */
export async function requireSetOf(db: Kysely<RecallTables>, point: OwnedPoint): Promise<void> {
  if ((await readSetOf(db, point)).set_deleted_at !== null) throw noSuchPoint();
}

export type PointRow = Pick<
  Selectable<RecallTables['recall_points']>,
  'id' | 'text' | 'question' | 'context' | 'tags' | 'suspended_at' | 'created_at'
> &
  CardColumns;

interface ShownWith {
  readonly now: number;
  readonly weights: readonly number[];
  readonly cut: DayCut;
  readonly sources: ReadonlyMap<string, SourceOfPoint>;
  readonly moments: ReadonlyMap<string, MomentOfPoint>;
  readonly images: ReadonlyMap<string, readonly PointImage[]>;
  readonly leeches: ReadonlySet<string>;
}

/** Converts a row to the wire format. */
export function toPoint(
  row: PointRow,
  { now, weights, cut, sources, moments, images, leeches }: ShownWith,
): RecallPoint {
  const card = row.card === null ? null : (JSON.parse(row.card) as StoredCard);
  return {
    id: row.id,
    text: row.text,
    question: row.question,
    images: [...(images.get(row.id) ?? [])],
    context: row.context,
    tags: [...tagsOf(row.tags)],
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
    dueAt: row.due_at,
    dueDay: row.due_at === null ? null : dayLookup(cut)(row.due_at),
    retrievability: card && retrievability(card, { at: now, cut }, weights),
    reviews: row.reviews ?? 0,
    lapses: row.lapses ?? 0,
    isLeech: leeches.has(row.id),
    source: sources.get(row.id) ?? null,
    moment: moments.get(row.id) ?? null,
  };
}

/** Sets the time of deletion, or clears it with null. Returns false if nothing changed. */
export async function markPointDeleted(
  trx: Transaction<RecallTables>,
  { person, pointId }: OwnedPoint,
  deletedAt: number | null,
): Promise<boolean> {
  const point = await trx
    .selectFrom('recall_points')
    .select('deleted_at')
    .where('id', '=', pointId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!point) throw noSuchPoint();
  if ((point.deleted_at === null) === (deletedAt === null)) return false;
  await trx
    .updateTable('recall_points')
    .set({ deleted_at: deletedAt })
    .where('id', '=', pointId)
    .where('person_id', '=', person)
    .execute();
  return true;
}

const idOf = (paste: string, index: number) => `${paste.slice(0, 50)}-${index}`;

/** Derives ids of points from the id of their addition, so that a resend is recognised. */
export function withIds<Point extends object>(
  points: readonly Point[],
  paste: string | undefined,
): readonly (Point & { id?: string })[] {
  return paste === undefined ? points : points.map((point, index) => ({ ...point, id: idOf(paste, index) }));
}

/** Number of these points that were added before, if the same addition is sent again. */
export async function countAddedBefore(
  db: Kysely<RecallTables>,
  { person, setId }: { person: string; setId: string },
  { id, points }: { readonly id?: string | undefined; readonly points: readonly object[] },
): Promise<number> {
  if (id === undefined) return 0;
  const rows = await db
    .selectFrom('recall_points')
    .select('id')
    .where(
      'id',
      'in',
      points.map((_, index) => idOf(id, index)),
    )
    .where('person_id', '=', person)
    .where('set_id', '=', setId)
    .execute();
  return rows.length;
}
