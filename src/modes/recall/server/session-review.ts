import type { Kysely } from 'kysely';

import type { SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RecallState } from '../domain/recall-state.ts';
import type { SessionReview } from '../protocol.ts';
import type { RecallTables } from './tables.ts';

const ratings = [null, 'again', 'hard', 'good', 'easy'] as const;

/** What a session came to, point by point. Refused while it is not over: the text of a point is not to be seen before. */
export async function readSessionReview(
  db: Kysely<RecallTables>,
  person: string,
  session: SessionState,
): Promise<SessionReview> {
  const state = session.modes['recall'] as RecallState | undefined;
  if (!state?.hidden) throw new AppError('not-found', 'There is no such recall session.');
  if (session.status !== 'complete')
    throw new AppError('refused', 'The points are shown once the session is over.', { reason: 'session-open' });
  const rows = await db
    .selectFrom('review_log')
    .leftJoin('point_cards', 'point_cards.point_id', 'review_log.point_id')
    .select(['review_log.point_id', 'rating', 'due_at'])
    .where('session_id', '=', session.session)
    .where('review_log.person_id', '=', person)
    .execute();
  const reviews = new Map(rows.map((row) => [row.point_id, row]));
  return {
    points: state.hidden.points.map((point) => {
      const review = reviews.get(point.id);
      return {
        pointId: point.id,
        text: point.text,
        recalled: state.recalledIds.includes(point.id),
        rating: ratings[review?.rating ?? 0] ?? null,
        nextDueAt: review?.due_at ?? null,
      };
    }),
  };
}
