import type { Kysely } from 'kysely';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { LoggedReview } from '../../domain/history.ts';
import { asReplayed, type ImportedReview } from '../../domain/reviews/imported-history.ts';
import { replay } from '../../domain/reviews/replay.ts';
import { lastReviewOf, type StoredCard } from '../../domain/scheduling.ts';
import { readWeights, weightsMovedTo } from '../memory-model/weights-store.ts';

/**
 * The imported cards of points, before their reviews here, by point. After the person recomputed all due dates with
 * other weights, computed from the imported reviews with these.
 */
export async function readImportedCards(
  db: Kysely<RecallTables>,
  of: { readonly person: string; readonly pointIds: readonly string[]; readonly preferences: RecallPreferences },
): Promise<ReadonlyMap<string, StoredCard>> {
  if (of.pointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('imported_histories')
    .innerJoin('deck_imports', 'deck_imports.id', 'import_id')
    .select(['point_id', 'card', 'reviews', 'started_at', 'time_zone', 'day_starts_at'])
    .where('imported_histories.person_id', '=', of.person)
    .where('point_id', 'in', [...of.pointIds])
    .where('card', 'is not', null)
    .execute();
  if (rows.length === 0) return new Map();
  const held = await readWeights(db, of.person);
  const cards = rows.map(({ point_id, card, ...row }) => {
    const weights = weightsMovedTo(held, { point_id, at: row.started_at });
    const reviews = weights ? (JSON.parse(row.reviews) as ImportedReview[]) : [];
    const cut = { timeZone: row.time_zone, dayStartsAt: row.day_starts_at };
    const { desiredRetention } = of.preferences;
    const moved = weights && replay(asReplayed(reviews, { cut, settings: { weights, desiredRetention } }));
    return [point_id, moved ?? (JSON.parse(card ?? 'null') as StoredCard)] as const;
  });
  return new Map(cards);
}

/** The days of the last imported reviews, by point. */
export async function readImportedDays(
  db: Kysely<RecallTables>,
  { person, pointIds }: { readonly person: string; readonly pointIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (pointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('imported_histories')
    .select(['point_id', 'card'])
    .where('person_id', '=', person)
    .where('point_id', 'in', [...pointIds])
    .where('card', 'is not', null)
    .execute();
  const days = rows.map(({ point_id, card }) => {
    const last = lastReviewOf(JSON.parse(card ?? 'null') as StoredCard);
    return [point_id, last?.day ?? ''] as const;
  });
  return new Map(days);
}

/** Number of histories read at once: some thousand reviews. */
const HISTORIES_A_PIECE = 500;

/** The imported reviews of a person's points, without those of imports that were undone or are under way. */
export async function* importedReviews(db: Kysely<RecallTables>, person: string): AsyncIterable<LoggedReview[]> {
  let last = '';
  for (;;) {
    const rows = await ofFinishedImports(db, person)
      .select(['point_id', 'reviews', 'time_zone', 'day_starts_at'])
      .where('point_id', '>', last)
      .orderBy('point_id')
      .limit(HISTORIES_A_PIECE)
      .execute();
    yield rows.flatMap(({ point_id: pointId, reviews, time_zone: timeZone, day_starts_at: dayStartsAt }) =>
      (JSON.parse(reviews) as ImportedReview[]).map(([at, rating]) => ({ pointId, at, rating, timeZone, dayStartsAt })),
    );
    const end = rows.at(-1);
    if (!end || rows.length < HISTORIES_A_PIECE) return;
    last = end.point_id;
  }
}

/** The imported reviews, by point, in order. */
export async function readImportedReviews(
  db: Kysely<RecallTables>,
  { person, pointIds }: { readonly person: string; readonly pointIds: readonly string[] },
): Promise<ReadonlyMap<string, readonly ImportedReview[]>> {
  if (pointIds.length === 0) return new Map();
  const rows = await ofFinishedImports(db, person)
    .select(['point_id', 'reviews'])
    .where('point_id', 'in', [...pointIds])
    .execute();
  return new Map(rows.map(({ point_id, reviews }) => [point_id, JSON.parse(reviews) as ImportedReview[]]));
}

/** The number of imported reviews that can be predicted: all but the first of each point. */
export async function countForeseeableImported(db: Kysely<RecallTables>, person: string): Promise<number> {
  const row = await ofFinishedImports(db, person)
    .select((eb) => eb.fn.sum<number | string | null>(eb('review_count', '-', 1)).as('reviews'))
    .where('review_count', '>', 1)
    .executeTakeFirst();
  return Number(row?.reviews ?? 0);
}

function ofFinishedImports(db: Kysely<RecallTables>, person: string) {
  return db
    .selectFrom('imported_histories')
    .innerJoin('deck_imports', 'deck_imports.id', 'import_id')
    .where('imported_histories.person_id', '=', person)
    .where('state', '=', 'done');
}

/** Imports that are under way or were undone: their reviews do not count. */
export async function uncountedImports(db: Kysely<RecallTables>, person: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('deck_imports')
    .select('id')
    .where('person_id', '=', person)
    .where('state', '<>', 'done')
    .execute();
  return rows.map(({ id }) => id);
}
