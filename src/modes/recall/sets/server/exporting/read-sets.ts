import type { Kysely } from 'kysely';

import type { ImportedReview } from '../../../scheduling/domain/reviews/imported-history.ts';
import type { StoredCard } from '../../../scheduling/domain/scheduling.ts';
import { readImportedReviews } from '../../../scheduling/server/reviews/imported-histories.ts';
import { inOrder, isOfPoints } from '../../../scheduling/server/reviews/review-log.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { REVIEW_KINDS } from '../../domain/deck/package.ts';
import type { ExportedPoint, ExportedReview } from '../../domain/exporting/exported-point.ts';
import { IMAGE_TYPES, type ImageType } from '../../domain/images/image-type.ts';
import { tagsOf } from '../../domain/tags.ts';

type Db = Kysely<RecallTables>;

export interface Exported {
  /** Reads one snapshot of the database. */
  readonly read: Db;
  readonly person: string;
  /** Limits the export to these points; absent for all. */
  readonly points?: ReadonlySet<string> | undefined;
}

export type ExportedSet = Awaited<ReturnType<typeof readSetRows>>[number];

export interface Wanted {
  /** Null for all sets of the person. */
  readonly sets: readonly string[] | null;
  /** Whether to include deleted sets and points. */
  readonly hasDeleted: boolean;
}

/** Rows of the sets to export, sorted by name. Sets of other people are ignored. */
export async function readSetRows({ read, person }: Exported, { sets, hasDeleted }: Wanted) {
  const rows = await read
    .selectFrom('recall_sets')
    .select(['id', 'title', 'folder', 'description', 'status', 'created_at', 'deleted_at', 'exam_on'])
    .select(['desired_retention', 'new_per_day', 'reviews_per_day'])
    .where('person_id', '=', person)
    .orderBy('folder')
    .orderBy('title')
    .orderBy('id')
    .execute();
  return rows.filter(
    ({ id, deleted_at }) => (hasDeleted || deleted_at === null) && (sets === null || sets.includes(id)),
  );
}

/** The points of a set, in order. */
export async function readPointsOf(of: Exported, set: string): Promise<readonly ExportedPoint[]> {
  const { read, person } = of;
  const images = await imagesOf(of, set);
  const rows = await read
    .selectFrom('recall_points as p')
    .leftJoin('point_cards as c', 'c.point_id', 'p.id')
    .select(['p.id', 'p.text', 'p.question', 'p.context', 'p.tags', 'p.created_at', 'p.updated_at'])
    .select(['p.suspended_at', 'p.note_id', 'p.note_card', 'c.card', 'c.lapses'])
    .where('p.person_id', '=', person)
    .where('p.set_id', '=', set)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.position')
    .orderBy('p.id')
    .execute();
  return chosenOf(of, rows).map((row) => ({
    id: row.id,
    text: row.text,
    question: row.question,
    context: row.context,
    tags: tagsOf(row.tags),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    suspendedAt: row.suspended_at,
    noteId: row.note_id,
    noteCard: row.note_card,
    images: (images.get(row.id) ?? []).map((image) => ({ id: image.id, side: image.side, file: fileOf(image) })),
    card: row.card === null ? null : (JSON.parse(row.card) as StoredCard),
    lapses: row.lapses ?? 0,
  }));
}

export function chosenOf<Row extends { readonly id: string }>({ points }: Exported, rows: readonly Row[]) {
  return points ? rows.filter(({ id }) => points.has(id)) : rows;
}

/** The images of a set by point, without the bytes. */
export async function imagesOf({ read, person }: Exported, set: string) {
  const rows = await read
    .selectFrom('point_images as i')
    .innerJoin('recall_points as p', 'p.id', 'i.point_id')
    .select(['i.id', 'i.point_id', 'i.side', 'i.media_type', 'i.hash'])
    .where('i.person_id', '=', person)
    .where('p.set_id', '=', set)
    .where('i.deleted_at', 'is', null)
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute();
  return Map.groupBy(rows, ({ point_id }) => point_id);
}

function fileOf({ hash, media_type }: { readonly hash: string; readonly media_type: string }): string {
  return `warren-${hash.slice(0, 32)}.${IMAGE_TYPES[media_type as ImageType]}`;
}

/**
 * The reviews that count, by point, in order: imported reviews, then those made here. `disputed` must cover all reviews
 * of the person.
 */
export async function readReviewsOf(
  { read, person }: Exported,
  points: readonly ExportedPoint[],
  disputed: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly ExportedReview[]>> {
  const pointIds = points.map(({ id }) => id);
  const imported = await readImportedReviews(read, { person, pointIds });
  const rows = await read
    .selectFrom('review_log')
    .select(['id', 'point_id', 'at', 'rating', 'duration_ms', 'state_before'])
    .where(isOfPoints(person, pointIds))
    .execute();
  const byPoint = Map.groupBy(inOrder(rows), ({ point_id }) => point_id);
  return new Map(
    pointIds.map((pointId) => {
      const before = exportedHistory(imported.get(pointId) ?? []);
      const counted = (byPoint.get(pointId) ?? []).flatMap((row) => {
        const rating = disputed.get(row.id) ?? row.rating;
        return rating === 0 ? [] : [{ ...row, rating }];
      });
      const reviews = counted.map((row, index): ExportedReview => ({
        at: row.at,
        rating: row.rating,
        durationMs: row.duration_ms ?? 0,
        kind: index === 0 && before.length === 0 ? 'learning' : 'review',
        lastIntervalDays: (JSON.parse(row.state_before) as StoredCard).scheduled_days,
      }));
      return [pointId, [...before, ...reviews]];
    }),
  );
}

const DAY_MS = 86_400_000;

/** Intervals of imported reviews are not stored, so the elapsed days are used instead. */
function exportedHistory(reviews: readonly ImportedReview[]): readonly ExportedReview[] {
  return reviews.map(([at, rating, durationMs, kind], index) => ({
    at,
    rating,
    durationMs,
    kind: REVIEW_KINDS[kind],
    lastIntervalDays: Math.floor((at - (reviews[index - 1]?.[0] ?? at)) / DAY_MS),
  }));
}
