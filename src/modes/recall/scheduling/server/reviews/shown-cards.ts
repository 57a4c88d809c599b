import type { Kysely } from 'kysely';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { replay } from '../../domain/reviews/replay.ts';
import { dueAt, type StoredCard } from '../../domain/scheduling.ts';
import { readCard } from './cards.ts';
import { readImportedCards } from './imported-histories.ts';
import { readReviews } from './review-log.ts';

/** A point's card without the grades of an unfinished session, which are not shown before its end. */
export interface ShownCard {
  readonly setId: string;
  readonly card: StoredCard | null;
  /** The number of reviews that the card includes. */
  readonly reviews: number;
}

export interface CardColumns {
  readonly id: string;
  readonly due_at: number | null;
  readonly card: string | null;
  readonly reviews: number | null;
  readonly lapses: number | null;
}

export interface Showing {
  readonly person: string;
  readonly preferences: RecallPreferences;
  readonly setId?: string;
}

/** The unfinished sessions of a person. */
export async function openSessions(db: Kysely<RecallTables>, person: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('recall_sessions')
    .select('session_id')
    .where('person_id', '=', person)
    .where('is_open', '=', 1)
    .execute();
  return new Set(rows.map((row) => row.session_id));
}

/** The cards to show for points that an unfinished session has graded. All other points show their stored card. */
export async function readShownCards(
  db: Kysely<RecallTables>,
  { person, preferences, setId: only }: Showing,
): Promise<ReadonlyMap<string, ShownCard>> {
  const open = await openSessions(db, person);
  if (open.size === 0) return new Map();
  let query = db
    .selectFrom('review_log')
    .leftJoin('point_cards', 'point_cards.point_id', 'review_log.point_id')
    .select(['review_log.point_id', 'review_log.set_id', 'review_log.state_before', 'point_cards.reviews'])
    .where('review_log.session_id', 'in', [...open])
    .where('review_log.person_id', '=', person)
    .orderBy('review_log.at')
    .orderBy('review_log.id');
  if (only !== undefined) query = query.where('review_log.set_id', '=', only);
  const hidden = Map.groupBy(await query.execute(), ({ point_id }) => point_id);
  if (hidden.size === 0) return new Map();
  const pointIds = [...hidden.keys()];
  const disputed = await readDisputedPoints(db, { person, pointIds });
  const imported = await readImportedCards(db, { person, pointIds: [...disputed], preferences });
  const shown = new Map<string, ShownCard>();
  for (const [pointId, [first, ...others]] of hidden) {
    const setId = first?.set_id ?? '';
    if (disputed.has(pointId)) {
      // Disputes since then are not part of the stored state.
      const reviews = await readReviews(db, { person, pointId }, preferences);
      const counted = reviews.filter(({ row }) => !open.has(row.session_id)).map((each) => each.counted);
      const from = imported.get(pointId) ?? null;
      shown.set(pointId, {
        setId,
        card: replay(counted, from),
        reviews: (from?.reps ?? 0) + counted.filter(({ rating }) => rating !== 0).length,
      });
    } else {
      const before = JSON.parse(first?.state_before ?? 'null') as StoredCard | null;
      const reviews = Math.max(0, (first?.reviews ?? 0) - 1 - others.length);
      shown.set(pointId, { setId, card: before?.last_review ? before : null, reviews });
    }
  }
  return shown;
}

/** The given points that have a dispute, undone or not. */
export async function readDisputedPoints(
  db: Kysely<RecallTables>,
  { person, pointIds }: { person: string; pointIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (pointIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('review_disputes')
    .select('point_id')
    .distinct()
    .where('person_id', '=', person)
    .where('point_id', 'in', [...pointIds])
    .execute();
  return new Set(rows.map(({ point_id }) => point_id));
}

/** A point's visible due date; null without a card. */
export async function readShownDue(
  db: Kysely<RecallTables>,
  { person, pointId, preferences }: Showing & { pointId: string },
): Promise<number | null> {
  const shown = (await readShownCards(db, { person, preferences })).get(pointId);
  const card = shown ? shown.card : ((await readCard(db, { person, pointId }))?.card ?? null);
  return card && dueAt(card);
}

/** Points with their visible cards. */
export async function hideOpenReviews<Row extends CardColumns>(
  db: Kysely<RecallTables>,
  showing: Showing,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const shown = await readShownCards(db, showing);
  if (shown.size === 0) return rows;
  return rows.map((row) => {
    const instead = shown.get(row.id);
    if (!instead) return row;
    const { card, reviews } = instead;
    if (!card) return { ...row, due_at: null, card: null, reviews, lapses: 0 };
    return { ...row, due_at: dueAt(card), card: JSON.stringify(card), reviews, lapses: card.lapses };
  });
}
