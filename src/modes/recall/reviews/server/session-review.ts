import type { Kysely } from 'kysely';

import { dayOf, endOfDay, startOfDay } from '#day/domain/day.ts';
import { entryOf } from '#kernel/entries.ts';
import type { SessionEvent } from '#session/domain/event.ts';
import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';

import { cueAt } from '../../asking/domain/credit.ts';
import { progressOf, type RecalledHidden, type RecallState } from '../../asking/domain/recall-state.ts';
import { setsOf } from '../../asking/domain/session-sets.ts';
import { gradeOf } from '../../scheduling/domain/reviews/rating.ts';
import { dueAt } from '../../scheduling/domain/scheduling.ts';
import { readDisputes, type ReviewRow } from '../../scheduling/server/reviews/review-log.ts';
import { readShownCards, type Showing } from '../../scheduling/server/reviews/shown-cards.ts';
import { readMomentsOfPoints } from '../../sets/server/from-source/moments-of-points.ts';
import { readSourcesOfPoints } from '../../sets/server/from-source/sources-of-points.ts';
import type { Moment } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { sessionTotals } from '../domain/answer-time.ts';
import type { How, SessionReview, Ungraded } from '../protocol.ts';
import { readExposures } from './exposures.ts';
import type { NewReview } from './recording/record-review.ts';
import { readUngraded } from './recording/session-row.ts';

export interface ReviewedSession extends Moment {
  readonly person: string;
  readonly state: SessionState;
  /** The session's complete log. */
  readonly events: readonly SessionEvent[];
}

/** The maximum length of a person's day, including a change of time zone. */
const MAX_DAY_MS = 50 * 3_600_000;

type PointReview = SessionReview['points'][number];

/**
 * The result of a session, point by point: credits with quotes, grades, disputes and due dates. Refused while the
 * session is open. Points the person has yet to recall today, or was never asked for, stay hidden unless told or
 * shown today.
 */
export async function readSessionReview(
  db: Kysely<RecallTables>,
  { person, state: session, events, now, preferences }: ReviewedSession,
): Promise<SessionReview> {
  const state = session.modes['recall'] as RecallState | undefined;
  const hidden = state?.hidden;
  if (!hidden) throw new AppError('not-found', 'There is no such recall session.');
  requireOver(session);
  const pointIds = state.hidden.points.map((point) => point.id);
  const reviews = await readReviewsOf(db, person, session.session);
  const disputed = await readDisputes(db, { person, pointIds });
  const dues = await readDues(db, { person, preferences }, pointIds);
  const ungraded = await readUngraded(db, { person, session: session.session });
  const recalls = recallsIn(events);
  const { startedAt } = session;
  const endedAt = events.findLast(({ type }) => type === 'session_complete')?.at ?? session.updatedAt;
  const exposures = await readExposures(db, { person, pointIds, from: startedAt - MAX_DAY_MS, to: endedAt });

  const today = { person, pointIds, from: startOfDay(dayOf(now, preferences), preferences), to: now };
  const seen = new Set((await readExposures(db, today)).map(({ pointId }) => pointId));
  const askable = await readAskable(db, { person, pointIds });
  const sources = await readSourcesOfPoints(db, { person, pointIds });
  const moments = await readMomentsOfPoints(db, { person, pointIds });
  const tonight = endOfDay(now, preferences);

  const titleOf = new Map(setsOf(state).flatMap(({ title, pointIds: ids }) => ids.map((id) => [id, title])));
  const points = state.hidden.points.map(({ id: pointId, text, question, context }): PointReview => {
    const review = reviews.get(pointId);
    const recall = state.recalledIds.includes(pointId) ? recalls.get(pointId) : undefined;
    const undecided = recall ? undefined : undecidedRow(state, pointId);
    const at = recall?.at ?? review?.at ?? 0;
    const before = exposures.filter((each) => each.pointId === pointId && each.at <= at);
    const counts = review && (disputed.get(review.id) ?? review.rating);
    const isTakenBack = counts === 0 && isLastMissed(state, pointId);
    const how = isTakenBack
      ? 'exposed'
      : howOf({ review, recall, why: ungraded.get(pointId), isExposed: before.length > 0 });
    // A recorded exposure counts on the day of its time, regardless of the current day start. A pass was sent before
    // the telling, even if it was evaluated after it.
    const exposure = PASSED.has(how)
      ? undefined
      : before.find(
          (each) =>
            how === 'exposed' ||
            each.session === session.session ||
            dayOf(each.at, preferences) === dayOf(at, preferences),
        );
    const nextDueAt = dues.get(pointId) ?? null;
    const isAhead = how === 'not-asked' || how === 'left' || nextDueAt === null || nextDueAt < tonight;
    const isHidden = isAhead && askable.has(pointId) && !seen.has(pointId);
    return {
      pointId,
      text: isHidden ? null : text,
      context,
      question: question ?? null,
      setTitle: titleOf.get(pointId) ?? null,
      recalled: recall !== undefined,
      how,
      reviewId: review?.id ?? null,
      rating: counts === undefined ? null : gradeOf(counts),
      originalRating: review ? gradeOf(review.rating) : null,
      quote: isHidden ? null : (recall?.hidden.quote ?? undecided?.quote ?? null),
      messageId: recall?.hidden.messageId ?? undecided?.messageId ?? null,
      cue: (recall ? recall.hidden.cue : LEFT.has(how) ? cueAt(progressOf(hidden, pointId)) : null) ?? null,
      isSelfChecked: review?.self_checked === 1,
      // If it was asked for and left open, it counts as Again until the person decides.
      isUndecided:
        undecided !== undefined &&
        (!review || (how === 'missed' && review.self_checked !== 1 && !disputed.has(review.id))),
      exposure: exposure ? { at: exposure.at, why: exposure.why } : null,
      nextDueAt,
      nextDueDay: nextDueAt === null ? null : dayOf(nextDueAt, preferences),
      source: isHidden ? null : (sources.get(pointId) ?? null),
      moment: isHidden ? null : (moments.get(pointId) ?? null),
    };
  });
  return {
    startedAt,
    endedAt,
    ...sessionTotals(events),
    today: dayOf(now, preferences),
    points,
  };
}

interface UndecidedRow {
  readonly cardId: string;
  readonly quote: string;
  /** The message that was compared with it, or that asked to see it. */
  readonly messageId: string;
}

/** The last row that showed a point, if the person never decided it. */
export function undecidedRow({ cards, hidden }: RecallState, pointId: string): UndecidedRow | undefined {
  const shown = cards.flatMap(({ cardId, rows }) => {
    const row = rows.find((each) => each.pointId === pointId);
    const messageId = hidden && entryOf(hidden.cards, cardId)?.saidBy;
    return row && messageId !== undefined ? [{ cardId, messageId, ...row }] : [];
  });
  const last = shown.at(-1);
  return last?.decision === null ? last : undefined;
}

/** On the card that showed the point last, it is "Not quite". */
function isLastMissed({ cards }: RecallState, pointId: string): boolean {
  return cards.flatMap(({ rows }) => rows).findLast((row) => row.pointId === pointId)?.decision === 'missed';
}

function requireOver(session: SessionState): void {
  if (session.status !== 'complete')
    throw new AppError('refused', 'The points are shown once the session is over.', { reason: 'session-open' });
}

interface Recall {
  readonly at: number;
  readonly hidden: RecalledHidden;
}

function recallsIn(events: readonly SessionEvent[]): ReadonlyMap<string, Recall> {
  const recalls = new Map<string, Recall>();
  for (const event of events)
    if (event.type === 'point_recalled')
      recalls.set(event.pointId, { at: event.at, hidden: event.hidden as RecalledHidden });
  return recalls;
}

/** The outcomes with a review. */
const REVIEWED: ReadonlySet<string> = new Set(['unaided', 'hinted', 'helped', 'told', 'missed']);
/** Asked for and not recalled. */
const LEFT: ReadonlySet<How> = new Set(['missed', 'left']);
/** Recalled by a message that precedes any telling. */
const PASSED: ReadonlySet<How> = new Set(['unaided', 'hinted', 'helped']);

interface Found {
  readonly review: ReviewRow | undefined;
  readonly recall: Recall | undefined;
  readonly why: Ungraded | undefined;
  readonly isExposed: boolean;
}

function howOf({ review, recall, why, isExposed }: Found): How {
  if (!review) {
    if (why) return why;
    if (!recall) return 'not-asked';
    // Older sessions have no recorded reasons: the point was told or deleted.
    return isExposed ? 'exposed' : 'gone';
  }
  if (isReviewedHow(review.how)) return review.how;
  // For rows older than the column only the rating shows it.
  if (review.rating === 1) return recall ? 'told' : 'missed';
  return review.rating === 2 ? 'hinted' : 'unaided';
}

function isReviewedHow(how: string): how is NewReview['how'] {
  return REVIEWED.has(how);
}

async function readReviewsOf(db: Kysely<RecallTables>, person: string, session: string) {
  const rows = await db
    .selectFrom('review_log')
    .selectAll()
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .execute();
  return new Map(rows.map((row) => [row.point_id, row]));
}

/** The given points that can still be asked for. */
async function readAskable(
  db: Kysely<RecallTables>,
  { person, pointIds }: { person: string; pointIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select('recall_points.id')
    .where('recall_points.person_id', '=', person)
    .where('recall_points.id', 'in', [...pointIds])
    .where('recall_points.deleted_at', 'is', null)
    .where('recall_sets.deleted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The visible due dates of points. */
async function readDues(
  db: Kysely<RecallTables>,
  showing: Showing,
  pointIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await db
    .selectFrom('point_cards')
    .select(['point_id', 'due_at'])
    .where('point_id', 'in', [...pointIds])
    .where('person_id', '=', showing.person)
    .execute();
  const dues = new Map<string, number | null>(rows.map((row) => [row.point_id, row.due_at]));
  for (const [pointId, { card }] of await readShownCards(db, showing)) dues.set(pointId, card && dueAt(card));
  return dues;
}
