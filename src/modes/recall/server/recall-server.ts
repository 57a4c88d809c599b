import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';

import type { EventBody } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';
import { id, type SessionState } from '#session/protocol.ts';
import {
  type AnyModeServer,
  type BeginRequest,
  defineMode,
  type IdleRequest,
  type ModeReports,
  type PrepareWork,
  type RecordRequest,
  type ReplyWork,
} from '#session/server/mode-server.ts';
import { AppError } from '#wire/error-kind.ts';

import { openingPlan } from '../asking/domain/cue-ladder.ts';
import {
  type Preparation,
  type RecallState,
  type RecallTypes,
  type StartedHidden,
  type TutorFailed,
} from '../asking/domain/recall-state.ts';
import { readMessages } from '../asking/server/read-messages.ts';
import { recallMode } from '../domain/recall-mode.ts';
import { isLongAgo, readLastSaidAt } from '../reviews/server/abandonment.ts';
import { sessionsOfDeletedSets } from '../reviews/server/past-sessions.ts';
import { recordEvents } from '../reviews/server/recording/record-events.ts';
import { pointsToAsk } from '../scheduling/server/points-to-ask.ts';
import type { RecallTables } from '../storage/server/tables.ts';
import { buildTutorRequest } from '../tutor/domain/build-tutor-request.ts';
import { composeOpening } from '../tutor/domain/embedded/reply.ts';
import { indexOf } from '../tutor/domain/reply-check/reading/point-index.ts';
import { checkedReply } from '../tutor/server/checked-reply.ts';
import { EMBEDDED_TUTOR } from '../tutor/server/embedded-tutor.ts';
import { readInstructions } from '../tutor/server/tutor-instructions.ts';
import type { RecallModeDependencies } from './agents/agents.ts';

/** Maximum points per session; the others wait for the next one. */
const MAX_POINTS_PER_SESSION = 200;

/** `anyway`: even if the set is suspended or today's limit is reached. */
const beginOptions = z.object({ setId: id, anyway: z.boolean().default(false) });

/** Recall's effects: selecting points, evaluating messages, the tutor's replies, and the review log. */
export function createRecallServer(dependencies: RecallModeDependencies): AnyModeServer {
  const { database, agentsOf, preferencesOf } = dependencies;
  let reports: ModeReports<TutorFailed> | undefined;

  async function begin(
    trx: Transaction<RecallTables>,
    request: BeginRequest,
  ): Promise<EventBody | { existing: string }> {
    const { person, now } = request;
    const options = beginOptions.safeParse(request.options);
    if (!options.success) throw new AppError('malformed', 'Name the set to be asked for.', { field: 'setId' });
    const { setId, anyway } = options.data;
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
    const preferences = await preferencesOf(trx, person);
    const ready = await pointsToAsk(trx, { person, setId, anyway, now, preferences });
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
      // No model wrote it; the first reply of a model names its author.
      agent: EMBEDDED_TUTOR,
      setId,
      pointIds: points.map((point) => point.id),
      totalPoints: points.length,
      recalledCount: 0,
      hidden,
    };
  }

  async function prepare(
    session: SessionState,
    { person, messageId, signal, showWait }: PrepareWork,
  ): Promise<Preparation> {
    const state = session.modes['recall'] as RecallState;
    const { evaluator, evaluatorInstead } = await agentsOf(database.read, person);
    // Nobody waits for evaluations in a rabbit hole.
    const isInside = Object.hasOwn(state.hidden?.unreadInside ?? {}, messageId);
    const waiting = isInside ? {} : { showWait };
    const readings = readMessages(session, { messageId, state, evaluator, evaluatorInstead, signal, ...waiting });
    // The reply check needs this index. Built while the evaluator works, it does not delay the reply.
    indexOf(state.hidden?.points ?? []);
    return readings;
  }

  async function* reply(session: SessionState, work: ReplyWork): AsyncIterable<string> {
    const { person, signal, readThread, announce, showWait } = work;
    const state = session.modes['recall'] as RecallState;
    const [{ tutor, tutorInstead }, thread, instructions] = await Promise.all([
      agentsOf(database.read, person),
      readThread(TRUNK),
      readInstructions(database.read, { person, setId: state.setId }),
    ]);
    announce(tutor.name);
    const request = buildTutorRequest(session, state, { thread, instructions });
    const owned = { person, session: session.session };
    yield* checkedReply(tutor, {
      session,
      state,
      request,
      signal,
      showWait,
      ...(tutorInstead && {
        instead: {
          tutor: tutorInstead,
          onFailure({ failure, instead }, hasWords) {
            announce(hasWords ? `${tutor.name}, then ${tutorInstead.name}` : tutorInstead.name);
            const problem = { ...instead, reason: failure };
            void reports?.report(owned, { id: dependencies.newId(), report: { problem } }).catch(() => undefined);
          },
        },
      }),
    });
  }

  function record(trx: Transaction<RecallTables>, request: RecordRequest): Promise<void> {
    return recordEvents(dependencies, trx, request);
  }

  async function isAbandoned(db: Kysely<RecallTables>, idle: IdleRequest): Promise<boolean> {
    return isLongAgo(await readLastSaidAt(db, idle), { now: idle.now, cut: await preferencesOf(db, idle.person) });
  }

  return defineMode<RecallTypes>({
    domain: recallMode,
    idle: { isAbandoned },
    start: (given) => void (reports = given),
    begin,
    prepare,
    reply,
    unlisted: sessionsOfDeletedSets,
    record,
  });
}
