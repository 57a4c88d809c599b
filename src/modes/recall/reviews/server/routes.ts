import { z } from 'zod';

import type { SessionEvent } from '#session/domain/event.ts';
import { id, type SessionState } from '#session/protocol.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import { gradeDispute } from '../../scheduling/protocol.ts';
import { requireSet } from '../../sets/server/sets.ts';
import { momentOf, type RecallDependencies } from '../../storage/server/dependencies.ts';
import {
  disputeAnswer,
  pastSessions,
  pointHistory,
  pointsToShow,
  sessionReview,
  type SessionReview,
} from '../protocol.ts';
import { disputeGrade } from './disputes.ts';
import { exposeShown } from './exposures.ts';
import { gradeUngraded } from './grade-ungraded.ts';
import { readPointHistory } from './history.ts';
import { readPastSessions } from './past-sessions.ts';
import { readSessionReview } from './session-review.ts';

export interface GradeRouteDependencies extends RecallDependencies {
  /** The state of the person's session. Rejects with `not-found` for another's. */
  readonly sessionOf: (person: string, session: string) => Promise<SessionState>;
  /** The session's complete log. */
  readonly eventsOf: (person: string, session: string) => Promise<readonly SessionEvent[]>;
}

const pageQuery = z.object({ before: id.optional(), limit: z.coerce.number().int().min(1).max(100).default(30) });

export function gradeRoutes(dependencies: GradeRouteDependencies): Route[] {
  const { database, preferencesOf, sessionOf, eventsOf, newId } = dependencies;
  const { read } = database;

  async function reviewOf(person: string, session: string) {
    const state = await sessionOf(person, session);
    const moment = await momentOf(dependencies, read, person);
    return readSessionReview(read, { person, state, events: await eventsOf(person, session), ...moment });
  }

  /** Points read here are not asked for today. */
  async function noteShown(person: string, session: string, pointIds: readonly string[]): Promise<void> {
    const { now: at, preferences: cut } = await momentOf(dependencies, read, person);
    await exposeShown(database, { person, session, pointIds, at, cut, newId });
  }

  return [
    route({
      method: 'GET',
      path: '/api/recall/sessions/:session/review',
      summary: 'What a finished session came to, point by point',
      answer: sessionReview,
      async handle({ person, params }) {
        const session = params['session'] ?? '';
        const review = await reviewOf(person, session);
        await noteShown(person, session, shownIn(review));
        return review;
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/sessions/:session/review/shown',
      summary: 'Shows hidden points of a finished session: they are asked for from tomorrow on',
      body: pointsToShow,
      answer: sessionReview,
      async handle({ person, params, body: { pointIds } }) {
        const session = params['session'] ?? '';
        const { points } = await reviewOf(person, session);
        const held = new Set(points.map(({ pointId }) => pointId));
        if (!pointIds.every((pointId) => held.has(pointId)))
          throw new AppError('not-found', 'There is no such point in this session.');
        await noteShown(person, session, pointIds);
        return reviewOf(person, session);
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/reviews/:review/dispute',
      summary: 'Says what a grade should have been; the point’s card follows, the review stays as it was',
      body: gradeDispute,
      answer: disputeAnswer,
      handle: ({ person, params, body }) =>
        database.write((trx) =>
          disputeGrade(dependencies, trx, { person, reviewId: params['review'] ?? '', rating: body.rating }),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/recall/sessions/:session/points/:pointId/dispute',
      summary: 'The same for a point of a finished session, also one that it left without a grade',
      body: gradeDispute,
      answer: disputeAnswer,
      async handle({ person, params, body }) {
        const { points } = await reviewOf(person, params['session'] ?? '');
        const point = points.find(({ pointId }) => pointId === params['pointId']);
        if (!point) throw new AppError('not-found', 'There is no such point in this session.');
        const { reviewId, how, messageId } = point;
        if (reviewId === null && (point.isUndecided || how === 'not-asked' || how === 'left' || how === 'exposed')) {
          const state = await sessionOf(person, params['session'] ?? '');
          return database.write((trx) =>
            gradeUngraded(dependencies, trx, { person, state, pointId: point.pointId, messageId, rating: body.rating }),
          );
        }
        if (reviewId === null)
          throw new AppError('refused', how === 'reviewed' ? REVIEWED_ELSEWHERE : NOT_GRADED, { reason: how });
        return database.write((trx) => disputeGrade(dependencies, trx, { person, reviewId, rating: body.rating }));
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/points/:pointId/history',
      summary: 'Every review of a point, as it was graded and as it counts now',
      answer: pointHistory,
      handle: async ({ person, params }) =>
        readPointHistory(read, { person, pointId: params['pointId'] ?? '' }, await preferencesOf(read, person)),
    }),
    route({
      method: 'GET',
      path: '/api/recall/sets/:setId/sessions',
      summary: 'The sessions of a set, newest first',
      query: pageQuery,
      answer: pastSessions,
      async handle({ person, params, query }) {
        const set = { person, setId: params['setId'] ?? '' };
        await requireSet(read, set);
        return readPastSessions(read, set, query);
      },
    }),
  ];
}

function shownIn({ points }: SessionReview): readonly string[] {
  return points.filter(({ text }) => text !== null).map(({ pointId }) => pointId);
}

const NOT_GRADED = 'This point was deleted while the session ran, so it was not graded.';
const REVIEWED_ELSEWHERE =
  'This point had its review on that day already. That one counts, and can be changed where it stands.';
