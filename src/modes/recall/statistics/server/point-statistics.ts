import { dayNumber, dayOf } from '#day/domain/day.ts';

import { cardsBefore } from '../../scheduling/domain/reviews/replay.ts';
import type { StoredCard } from '../../scheduling/domain/scheduling.ts';
import { readReviews } from '../../scheduling/server/reviews/review-log.ts';
import { hideOpenReviews, openSessions } from '../../scheduling/server/reviews/shown-cards.ts';
import { schedulerSettingsOf } from '../../scheduling/server/scheduler-settings.ts';
import { noSuchPoint, readPoint } from '../../sets/server/points.ts';
import type { Moment, RecallDependencies } from '../../storage/server/dependencies.ts';
import { type Forgetting, forgettingOf, type PointMemory, memoryOf } from '../domain/memory.ts';
import { endOfCurve, fallingLine } from '../domain/pictures.ts';
import type { CurvePoint, PointStatistics } from '../protocol.ts';

/** The reviews of a point and its forgetting curve, without reviews of sessions that are not over. */
export async function readPointStatistics(
  { read }: RecallDependencies['database'],
  { person, pointId }: { person: string; pointId: string },
  { now, preferences }: Moment,
): Promise<PointStatistics> {
  const held = await readPoint(read, { person, pointId });
  const [point] = await hideOpenReviews(read, { person, preferences }, [held]);
  if (!point) throw noSuchPoint();
  const settings = await schedulerSettingsOf(read, { person, setId: point.set_id, preferences });
  const forgetting = forgettingOf(settings.weights, preferences);
  const reviews = await readShownReviews(read, { person, pointId }, { now, preferences });
  const card = point.card === null ? null : (JSON.parse(point.card) as StoredCard);
  const memory = card && memoryOf(card);
  const due = point.due_at ?? now;
  return {
    now,
    today: dayOf(now, preferences),
    desiredRetention: settings.desiredRetention,
    memory:
      card && memory
        ? {
            chance: forgetting.chanceOn(memory, forgetting.dayAt(now)),
            stability: memory.stability,
            difficulty: memory.difficulty,
            lapses: card.lapses,
            dueAt: due,
            dueDay: dayOf(due, preferences),
          }
        : null,
    reviews: reviews.map(({ before, ...review }) => ({
      ...review,
      chanceBefore: before && forgetting.chanceOn(before, dayNumber(review.day)),
    })),
    curve: [
      ...pastLines(reviews, memory, forgetting),
      ...(memory ? [fallingLine(memory, endOfCurve(memory, due, now), forgetting)] : []),
    ],
  };
}

/**
 * The reviews of a point with the memory before each; after a dispute, as if every review had been graded as it counts.
 */
async function readShownReviews(
  read: RecallDependencies['database']['read'],
  point: { person: string; pointId: string },
  { preferences }: Moment,
) {
  const open = await openSessions(read, point.person);
  const logged = (await readReviews(read, point, preferences)).filter(({ row }) => !open.has(row.session_id));
  const isDisputed = logged.some(({ row, counted }) => counted.rating !== row.rating);
  const replayed = isDisputed ? cardsBefore(logged.map(({ counted }) => counted)) : null;
  return logged.map(({ row, counted }, index) => {
    const before = replayed ? (replayed[index] ?? null) : (JSON.parse(row.state_before) as StoredCard);
    return {
      id: row.id,
      session: row.session_id,
      at: row.at,
      day: dayOf(row.at, counted.cut),
      rating: row.rating,
      counted: counted.rating,
      how: row.how,
      before: before && memoryOf(before),
    };
  });
}

/**
 * The curves between reviews that count; the card gives the curve after the last one. A second review on a day starts
 * no curve.
 */
function pastLines(
  reviews: readonly { at: number; counted: number; before: PointMemory | null }[],
  present: PointMemory | null,
  forgetting: Forgetting,
): CurvePoint[][] {
  const ends = new Map<number, { memory: PointMemory; until: number }>();
  for (const { at, counted, before } of reviews)
    if (counted !== 0 && before && (!present || before.lastReviewAt < present.lastReviewAt))
      ends.set(before.lastReviewAt, { memory: before, until: at });
  return Array.from(ends.values(), ({ memory, until }) => fallingLine(memory, until, forgetting));
}
