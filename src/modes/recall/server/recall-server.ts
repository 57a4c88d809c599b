import type { Kysely, Transaction } from 'kysely';

import { entryOf } from '#kernel/entries.ts';
import { HISTORY_ROOM } from '#language-model/domain/history.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';
import {
  type AnyModeServer,
  defineMode,
  type IdleRequest,
  type ModeReports,
  type PrepareWork,
  type RecordRequest,
  type ReplyWork,
} from '#session/server/mode-server.ts';

import {
  type Preparation,
  type RecallState,
  type RecallTypes,
  type TutorFailed,
} from '../asking/domain/recall-state.ts';
import { askedSet } from '../asking/domain/session-sets.ts';
import { readMessages } from '../asking/server/read-messages.ts';
import { recallMode } from '../domain/recall-mode.ts';
import { withDoubt } from '../evaluator/domain/doubt.ts';
import type { Evaluator } from '../evaluator/server/evaluator.ts';
import { isLongAgo, readLastSaidAt, sessionsOfDeletedSets } from '../reviews/server/past-sessions.ts';
import { recordEvents } from '../reviews/server/recording/record-events.ts';
import type { RecallTables } from '../storage/server/tables.ts';
import { buildTutorRequest } from '../tutor/domain/build-tutor-request.ts';
import { tellingWordsOf } from '../tutor/domain/reply-check/spoken-words.ts';
import { checkedReply } from '../tutor/server/checked-reply.ts';
import { readInstructions } from '../tutor/server/tutor-instructions.ts';
import type { RecallModeDependencies } from './agents/agents.ts';
import { beginRecall } from './begin-recall.ts';

/** A model decides alone unless the person wants to judge the point with this id. */
function doubting(evaluator: Evaluator, askedId: string | null): Evaluator {
  return {
    ...evaluator,
    evaluateBatch: async (...given) => withDoubt(await evaluator.evaluateBatch(...given), askedId),
  };
}

/** Recall's effects: selecting points, evaluating messages, the tutor's replies, and the review log. */
export function createRecallServer(dependencies: RecallModeDependencies): AnyModeServer {
  const { database, agentsOf, preferencesOf } = dependencies;
  let reports: ModeReports<TutorFailed> | undefined;

  async function prepare(
    session: SessionState,
    { person, messageId, signal, showWait }: PrepareWork,
  ): Promise<Preparation> {
    const state = session.modes['recall'] as RecallState;
    const { evaluator: chosen, evaluatorInstead, tutor } = await agentsOf(database.read, person);
    const { selfChecksWithModel = false } = await preferencesOf(database.read, person);
    const askedId = selfChecksWithModel ? (entryOf(state.hidden?.answering ?? [], messageId)?.pointId ?? null) : null;
    const evaluator = chosen.isEmbedded ? chosen : doubting(chosen, askedId);
    // No reply waits for evaluations in a rabbit hole.
    const isInside = state.hidden?.unreadInside.includes(messageId) === true;
    const waiting = isInside ? {} : { showWait };
    const readings = readMessages(session, { messageId, state, evaluator, evaluatorInstead, signal, ...waiting });
    // The reply check needs these words. Reading them while the evaluator works does not delay the reply.
    tellingWordsOf(state.hidden?.points ?? []);
    return { readings: await readings, hasModelTutor: !tutor.isEmbedded };
  }

  async function* reply(session: SessionState, work: ReplyWork): AsyncIterable<string> {
    const { person, signal, readThread, announce, showWait } = work;
    const state = session.modes['recall'] as RecallState;
    const [{ tutor, tutorInstead }, thread, instructions] = await Promise.all([
      agentsOf(database.read, person),
      readThread(TRUNK, HISTORY_ROOM),
      readInstructions(database.read, { person, setId: askedSet(state).id }),
    ]);
    announce(tutor.name);
    const request = buildTutorRequest(session, state, { ...thread, instructions });
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
            if (!hasWords) announce(tutorInstead.name);
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
    begin: (trx, request) => beginRecall(dependencies, trx, request),
    prepare,
    reply,
    unlisted: sessionsOfDeletedSets,
    record,
  });
}
