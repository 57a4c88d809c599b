import { type Kysely, sql, type Transaction } from 'kysely';

import type { StoredCard } from '../../scheduling/domain/scheduling.ts';
import { isInUse } from '../../scheduling/server/in-use.ts';
import { readDisputes } from '../../scheduling/server/reviews/review-log.ts';
import { hideOpenReviews, openSessions, type Showing } from '../../scheduling/server/reviews/shown-cards.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { MIN_LAPSES, isLeech } from '../domain/leech.ts';
import { partsOf } from '../domain/split-point.ts';
import type { Leech } from '../protocol.ts';
import { readImages } from './images/images.ts';

const FORGOTTEN = 1;

interface Held {
  readonly id: string;
  readonly set_id: string;
  readonly due_at: number | null;
  readonly card: string | null;
  readonly reviews: number | null;
  readonly lapses: number | null;
  readonly leech_dismissed_at: number | null;
}

/** Points with enough lapses, in one set or in all active sets. Few rows pass this filter. */
function lapsedPoints(db: Kysely<RecallTables>, { person, setId }: Showing) {
  const query = db
    .selectFrom('point_cards')
    .innerJoin('recall_points', 'recall_points.id', 'point_cards.point_id')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select(['recall_points.id', 'recall_points.set_id', 'due_at', 'card', 'reviews', 'lapses', 'leech_dismissed_at'])
    .where('point_cards.person_id', '=', person)
    .where('lapses', '>=', MIN_LAPSES)
    .where(isInUse)
    .where('recall_sets.deleted_at', 'is', null);
  return setId === undefined ? query.where('status', '=', 'active') : query.where('set_id', '=', setId);
}

/** Filters the leeches. Ignores grades of open sessions. */
async function leechesAmong<Row extends Held>(
  db: Kysely<RecallTables>,
  showing: Showing,
  lapsed: readonly Row[],
): Promise<Row[]> {
  if (lapsed.length === 0) return [];
  const rows = await hideOpenReviews(db, showing, lapsed);
  const since = await lapsesSinceDismissed(db, showing.person, rows);
  return rows.filter(({ id, lapses, card, leech_dismissed_at: dismissedAt }) =>
    isLeech({
      lapses: lapses ?? 0,
      stability: card === null ? 0 : (JSON.parse(card) as StoredCard).stability,
      lapsesSinceDismissed: dismissedAt === null ? null : (since.get(id) ?? 0),
    }),
  );
}

/** Lapses since the dismissal of each point, with disputed ratings applied. */
async function lapsesSinceDismissed(
  db: Kysely<RecallTables>,
  person: string,
  rows: readonly Held[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.filter((row) => row.leech_dismissed_at !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const reviews = await db
    .selectFrom('review_log')
    .innerJoin('recall_points', 'recall_points.id', 'review_log.point_id')
    .select(['review_log.id', 'point_id', 'session_id', 'rating'])
    .where('review_log.person_id', '=', person)
    .where('point_id', 'in', ids)
    .whereRef('at', '>', 'leech_dismissed_at')
    .execute();
  const disputed = await readDisputes(db, { person, pointIds: ids });
  const open = await openSessions(db, person);
  const lapses = new Map<string, number>();
  for (const { id, point_id, session_id, rating } of reviews)
    if (!open.has(session_id) && (disputed.get(id) ?? rating) === FORGOTTEN)
      lapses.set(point_id, (lapses.get(point_id) ?? 0) + 1);
  return lapses;
}

/** The leeches by set; sets without any are absent. */
export async function leechesBySet(db: Kysely<RecallTables>, showing: Showing) {
  const found = await leechesAmong(db, showing, await lapsedPoints(db, showing).execute());
  return Map.groupBy(found, ({ set_id }) => set_id);
}

/** Ids of the leeches in all active sets, or in one set. */
export async function readLeechIds(db: Kysely<RecallTables>, showing: Showing): Promise<ReadonlySet<string>> {
  const found = await leechesAmong(db, showing, await lapsedPoints(db, showing).execute());
  return new Set(found.map(({ id }) => id));
}

/** Leeches in all active sets, or in one set, in order, with suggested parts. */
export async function readLeeches(db: Kysely<RecallTables>, showing: Showing): Promise<Leech[]> {
  const rows = await lapsedPoints(db, showing)
    .select(['text', 'question', 'context', 'title', 'recall_sets.created_at'])
    .execute();
  const found = await leechesAmong(db, showing, rows);
  const numbers = await readNumbers(db, showing.person, found);
  const images = await readImages(db, { person: showing.person, pointIds: found.map(({ id }) => id) });
  const numberOf = ({ id }: Held) => numbers.get(id) ?? 0;
  // Sorted here, because sorting rows this wide in the database takes longer than reading them.
  const ordered = found.toSorted(
    (one, other) =>
      one.created_at - other.created_at || one.set_id.localeCompare(other.set_id) || numberOf(one) - numberOf(other),
  );
  return ordered.map((row) => ({
    pointId: row.id,
    setId: row.set_id,
    setTitle: row.title,
    number: numberOf(row),
    text: row.text,
    question: row.question,
    context: row.context,
    images: [...(images.get(row.id) ?? [])],
    lapses: row.lapses ?? 0,
    parts: partsOf(row.text),
  }));
}

/** The positions of some points in their sets, from 1. */
async function readNumbers(
  db: Kysely<RecallTables>,
  person: string,
  of: readonly Held[],
): Promise<ReadonlyMap<string, number>> {
  if (of.length === 0) return new Map();
  const rows = await db
    .selectFrom('recall_points')
    // One text per set: reading thousands of rows would dominate this query.
    .select(sql<string>`string_agg(id, ',' order by position, id)`.as('ids'))
    .where('person_id', '=', person)
    .where('set_id', 'in', [...new Set(of.map(({ set_id }) => set_id))])
    .where('deleted_at', 'is', null)
    .groupBy('set_id')
    .execute();
  return new Map(rows.flatMap(({ ids }) => ids.split(',').map((id, index) => [id, index + 1] as const)));
}

/** Records that the person dismissed a leech, or restores the earlier value. */
export async function markDismissed(
  trx: Transaction<RecallTables>,
  { person, pointId }: { person: string; pointId: string },
  dismissedAt: number | null,
): Promise<void> {
  await trx
    .updateTable('recall_points')
    .set({ leech_dismissed_at: dismissedAt })
    .where('id', '=', pointId)
    .where('person_id', '=', person)
    .execute();
}
