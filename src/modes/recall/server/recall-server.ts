import type { Transaction } from 'kysely';
import { z } from 'zod';

import type { EventBody } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';
import { id, type SessionState } from '#session/protocol.ts';
import type { BeginRequest, ModeServer, RecordRequest, ReplyWork } from '#session/server/mode-server.ts';
import { AppError } from '#wire/error-kind.ts';

import { buildTutorRequest, spokenMessages, upToAnswered } from '../domain/build-tutor-request.ts';
import { openingPlan } from '../domain/cue-ladder.ts';
import { endOfDay } from '../domain/day.ts';
import { composeOpening } from '../domain/embedded-tutor/reply.ts';
import { recallMode } from '../domain/recall-mode.ts';
import {
  type PreparedReading,
  progressOf,
  type RecalledHidden,
  type RecallState,
  type StartedHidden,
  unchecked,
} from '../domain/recall-state.ts';
import type { RecallDependencies } from './dependencies.ts';
import { recordReview } from './reviews.ts';
import type { RecallTables } from './tables.ts';

/** A session asks for at most this many points; the others are ready for the next one. */
const MAX_POINTS_PER_SESSION = 200;
const EVALUATION_TIMEOUT_MS = 10_000;
/** The evaluator sees this many of the latest messages. */
const EVALUATED_MESSAGES = 10;

const beginOptions = z.object({ setId: id });

/** Recall's effects: which points a session asks for, reading what is said, the tutor's words, and the review log. */
export function createRecallServer(dependencies: RecallDependencies): ModeServer {
  const { evaluator, tutor, preferencesOf, newId } = dependencies;

  async function begin(
    trx: Transaction<RecallTables>,
    request: BeginRequest,
  ): Promise<EventBody | { existing: string }> {
    const { person, now } = request;
    const options = beginOptions.safeParse(request.options);
    if (!options.success) throw new AppError('malformed', 'Name the set to be asked for.', { field: 'setId' });
    const { setId } = options.data;
    const set = await trx
      .selectFrom('recall_sets')
      .select('title')
      .where('id', '=', setId)
      .where('person_id', '=', person)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!set) throw new AppError('not-found', 'There is no such set.');
    const open = await trx
      .selectFrom('recall_sessions')
      .select('session_id')
      .where('set_id', '=', setId)
      .where('person_id', '=', person)
      .where('is_open', '=', 1)
      .executeTakeFirst();
    if (open) return { existing: open.session_id };
    const ready = await pointsToAsk(trx, { person, setId, by: endOfDay(now, await preferencesOf(trx, person)) });
    const points = ready.slice(0, MAX_POINTS_PER_SESSION);
    if (points.length === 0)
      throw new AppError('refused', 'This set has no points yet. Add one, then begin.', { reason: 'no-points' });
    const plan = openingPlan(points);
    const [first] = points;
    const probe = first && { point: first, rung: 'open' as const, asked: 0 };
    const hidden: StartedHidden = { points, plan };
    const part = ready.length > points.length ? `These are the first ${points.length} of ${ready.length}. ` : '';
    return {
      type: 'session_started',
      mode: 'recall',
      title: set.title,
      messageId: request.newId,
      openingMessage: `${part}${probe ? composeOpening({ title: set.title, total: points.length, probe }) : ''}`,
      agent: tutor.name,
      setId,
      pointIds: points.map((point) => point.id),
      totalPoints: points.length,
      recalledCount: 0,
      hidden,
    };
  }

  /** One call for each message that was not read yet, over all points unchecked at that time. */
  async function prepare(session: SessionState, signal: AbortSignal): Promise<readonly PreparedReading[]> {
    const state = session.modes['recall'] as RecallState;
    const open = unchecked(state);
    const readings: PreparedReading[] = [];
    for (const messageId of state.hidden?.unread ?? []) {
      if (open.length === 0) {
        readings.push({
          messageId,
          evaluation: { recalledPointIds: [], confidencePerPoint: {}, feedback: '', verdicts: [] },
        });
        continue;
      }
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(EVALUATION_TIMEOUT_MS)]);
      try {
        const said = session.messages.findIndex((message) => message.id === messageId);
        const onTrunk = session.messages.slice(0, said + 1).filter((message) => message.thread === TRUNK);
        const messages = spokenMessages(onTrunk).slice(-EVALUATED_MESSAGES);
        const evaluation = await Promise.race([
          evaluator.evaluateBatch(open, messages, { name: 'recall', signal: timeout }),
          aborted(timeout),
        ]);
        readings.push({ messageId, evaluation });
      } catch (error) {
        if (signal.aborted) throw error;
        readings.push({ messageId, failure: error instanceof Error ? error.message : 'unknown' });
      }
    }
    return readings;
  }

  async function* reply(session: SessionState, { signal, readThread }: ReplyWork): AsyncIterable<string> {
    const state = session.modes['recall'] as RecallState;
    const history = spokenMessages(upToAnswered(await readThread(TRUNK), session));
    yield* tutor.reply(buildTutorRequest(session, state, history), signal);
  }

  async function record(trx: Transaction<RecallTables>, { person, after, events }: RecordRequest): Promise<void> {
    for (const event of events) {
      const { session, at } = event;
      if (event.type === 'session_started' && event.mode === 'recall')
        await trx
          .insertInto('recall_sessions')
          .values({ session_id: session, person_id: person, set_id: event.setId, is_open: 1 })
          .execute();
      if (event.type === 'point_recalled') {
        const { rating } = event.hidden as RecalledHidden;
        await recordReview(
          trx,
          { id: newId(), person, session, pointId: event.pointId, rating, at },
          await preferencesOf(trx, person),
        );
      }
      if (event.type === 'session_complete' && after.mode === 'recall') {
        await trx
          .updateTable('recall_sessions')
          .set({ is_open: 0 })
          .where('session_id', '=', session)
          .where('person_id', '=', person)
          .execute();
        await recordUnrecalled(trx, { person, session, at, state: after.modes['recall'] as RecallState });
      }
    }
  }

  /** What was asked for or told and never recalled is forgotten; what was never asked for has no review. */
  async function recordUnrecalled(
    trx: Transaction<RecallTables>,
    end: { person: string; session: string; at: number; state: RecallState },
  ): Promise<void> {
    const { person, session, at, state } = end;
    const preferences = await preferencesOf(trx, person);
    for (const point of unchecked(state)) {
      const progress = state.hidden && progressOf(state.hidden, point.id);
      if (progress && (progress.asked > 0 || progress.toldBy !== null))
        await recordReview(trx, { id: newId(), person, session, pointId: point.id, rating: 1, at }, preferences);
    }
  }

  return { domain: recallMode, begin, prepare, reply, record };
}

/** What is due by an instant, the most overdue first, then what is fresh; all of the set where nothing is ready. */
async function pointsToAsk(trx: Transaction<RecallTables>, asked: { person: string; setId: string; by: number }) {
  const rows = await trx
    .selectFrom('recall_points')
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select(['recall_points.id', 'text', 'context', 'due_at'])
    .where('set_id', '=', asked.setId)
    .where('recall_points.person_id', '=', asked.person)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  const due = rows
    .filter((row) => row.due_at !== null && row.due_at < asked.by)
    .toSorted((one, other) => (one.due_at ?? 0) - (other.due_at ?? 0));
  const ready = [...due, ...rows.filter((row) => row.due_at === null)];
  return (ready.length > 0 ? ready : rows).map(({ id: pointId, text, context }) => ({ id: pointId, text, context }));
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The evaluator took too long.')), { once: true });
  });
}
