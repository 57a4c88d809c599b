import { assert } from '#kernel/assert.ts';
import { refuse } from '#kernel/refusal.ts';
import type { EventBody, SessionEvent } from '#session/domain/event.ts';
import type { Decision, ModeDomain, Situation } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionCommand } from '#wire/up.ts';

import { creditable, ratingOf } from './credit.ts';
import { nextPlan } from './cue-ladder.ts';
import { intentOf } from './intent.ts';
import {
  type EvaluatedHidden,
  type PointProgress,
  type Preparation,
  type PreparedReading,
  progressOf,
  type RecalledHidden,
  type RecallHidden,
  type RecallState,
  type ReplyPlan,
  type StartedHidden,
  unchecked,
} from './recall-state.ts';

/** Recall on the spine: what is known of each point, what was credited, what to ask next. */
export const recallMode: ModeDomain<RecallState> = {
  fold,
  decide,
  prepared,
  unprepared,
  planReply,
  afterReply,
  needsYou,
};

function fold(state: RecallState | undefined, event: SessionEvent): RecallState | undefined {
  if (event.type === 'session_started') return event.mode === 'recall' ? begin(event) : undefined;
  if (!state) return undefined;
  const shown = foldShown(state, event);
  return state.hidden ? { ...shown, hidden: foldHidden(state.hidden, event) } : shown;
}

function begin(event: Extract<SessionEvent, { type: 'session_started' }>): RecallState {
  const { setId, pointIds } = event;
  const shown = { setId, pointIds, recalledIds: [], overlay: false, overlayShown: false };
  const started = event.hidden as StartedHidden | undefined;
  if (!started) return shown;
  const hidden: RecallHidden = {
    points: started.points,
    progress: {},
    unread: [],
    lastReading: null,
    lastPlan: null,
    troubleNoted: false,
  };
  return {
    ...shown,
    hidden: withPlan(hidden, {
      plan: started.plan,
      replyTo: event.messageId,
      replyId: event.messageId,
      seq: event.seq,
    }),
  };
}

function foldShown(state: RecallState, event: SessionEvent): RecallState {
  switch (event.type) {
    case 'point_recalled':
      return { ...state, recalledIds: [...state.recalledIds, event.pointId] };
    case 'session_complete_overlay':
      return { ...state, overlay: true, overlayShown: true };
    case 'overlay_dismissed':
    case 'session_complete':
      return { ...state, overlay: false };
    default:
      return state;
  }
}

/** What is said in a rabbit hole is no matter of the points: only the trunk counts here. */
function isElsewhere(event: SessionEvent): boolean {
  return 'thread' in event && event.thread !== TRUNK;
}

function foldHidden(hidden: RecallHidden, event: SessionEvent): RecallHidden {
  if (isElsewhere(event)) return hidden;
  switch (event.type) {
    case 'user_message':
      return { ...withAnswer(hidden), unread: [...hidden.unread, event.messageId] };
    case 'message_evaluated':
      return withReading(hidden, event.messageId, event.hidden as EvaluatedHidden);
    case 'point_recalled': {
      const { lastReading } = hidden;
      assert(lastReading, 'a point is recalled by a message that was read');
      return { ...hidden, lastReading: { ...lastReading, recalledIds: [...lastReading.recalledIds, event.pointId] } };
    }
    case 'reply_started': {
      const { messageId: replyId, replyTo, seq } = event;
      return withPlan(hidden, { plan: event.hidden as ReplyPlan, replyTo, replyId, seq });
    }
    case 'assistant_complete':
    case 'assistant_interrupted':
      return withTelling(hidden, event);
    default:
      return hidden;
  }
}

function withProgress(hidden: RecallHidden, pointId: string, change: Partial<PointProgress>): RecallHidden {
  return { ...hidden, progress: { ...hidden.progress, [pointId]: { ...progressOf(hidden, pointId), ...change } } };
}

/** A question counts once something was said after it: one that nobody answered says nothing of what is remembered. */
function withAnswer(hidden: RecallHidden): RecallHidden {
  const probe = hidden.lastPlan?.probe;
  return probe ? withProgress(hidden, probe.pointId, { asked: progressOf(hidden, probe.pointId).asked + 1 }) : hidden;
}

/** A point is told once words of the reply that tells it were shown. */
function withTelling(hidden: RecallHidden, reply: { messageId: string; content: string }): RecallHidden {
  const { lastPlan } = hidden;
  if (!lastPlan || lastPlan.tellId === null || lastPlan.replyId !== reply.messageId || reply.content === '')
    return hidden;
  return withProgress(hidden, lastPlan.tellId, { toldBy: reply.messageId });
}

function withReading(hidden: RecallHidden, messageId: string, found: EvaluatedHidden): RecallHidden {
  const near = found.verdicts.filter(({ verdict }) => verdict === 'partial');
  const noted = near.reduce((before, { id }) => withProgress(before, id, { isHinted: true }), hidden);
  return {
    ...noted,
    unread: hidden.unread.filter((id) => id !== messageId),
    lastReading: { messageId, recalledIds: [], verdicts: found.verdicts, feedback: found.feedback },
    troubleNoted: hidden.troubleNoted || found.failure !== undefined,
  };
}

interface StartedReply {
  readonly plan: ReplyPlan;
  readonly replyTo: string;
  readonly replyId: string;
  readonly seq: number;
}

function withPlan(hidden: RecallHidden, { plan, replyTo, replyId, seq }: StartedReply): RecallHidden {
  const planned = { ...hidden, lastPlan: { ...plan, replyTo, replyId, seq } };
  if (!plan.probe) return planned;
  const { pointId, rung } = plan.probe;
  const isHinted = progressOf(hidden, pointId).isHinted || rung !== 'open';
  return withProgress(planned, pointId, { askedAt: seq, isHinted });
}

function decide({ state }: Situation<RecallState>, command: SessionCommand): Decision | undefined {
  if (command.type !== 'dismiss_overlay') return undefined;
  if (!state.overlay) return refuse('no-overlay', 'There is nothing to dismiss here.');
  const events: EventBody[] = [{ type: 'overlay_dismissed', choice: command.choice }];
  return command.choice === 'done' ? { ok: true, events, ends: true } : { ok: true, events };
}

/** Credits what was read, each point once, whatever is read again after a crash. */
function prepared(situation: Situation<RecallState>, _messageId: string, result: unknown): readonly EventBody[] {
  const events: EventBody[] = [];
  let { state } = situation;
  for (const reading of result as Preparation) {
    if (!state.hidden?.unread.includes(reading.messageId)) continue;
    const found = readingEvents({ ...situation, state }, reading);
    for (const body of found) state = fold(state, body as SessionEvent) ?? state;
    events.push(...found);
  }
  return events;
}

function readingEvents({ session, state, newId }: Situation<RecallState>, reading: PreparedReading): EventBody[] {
  const { messageId } = reading;
  const hidden = state.hidden;
  assert(hidden, 'readings are recorded where the points are known');
  if ('failure' in reading) {
    const noted: EventBody = {
      type: 'message_evaluated',
      messageId,
      hidden: { verdicts: [], feedback: '', failure: reading.failure },
    };
    if (hidden.troubleNoted) return [noted];
    const problem = {
      message: 'This message could not be checked against your points.',
      remedy: 'Nothing is lost. Say it again later if a point should have counted.',
    };
    const thread = session.turn?.thread ?? TRUNK;
    return [noted, { type: 'trouble_noted', messageId: `trouble-${newId}`, thread, problem }];
  }
  const { verdicts, feedback } = reading.evaluation;
  const content = session.messages.find((message) => message.id === messageId)?.content ?? '';
  const credited = creditable(reading.evaluation, content, unchecked(state));
  const totalPoints = state.pointIds.length;
  return [
    { type: 'message_evaluated', messageId, hidden: { verdicts, feedback } satisfies EvaluatedHidden },
    ...credited.map(({ id, confidence, quote }, index): EventBody => {
      const rating = ratingOf(progressOf(hidden, id));
      const why: RecalledHidden = { messageId, confidence, quote, rating };
      const recalledCount = state.recalledIds.length + index + 1;
      return { type: 'point_recalled', pointId: id, recalledCount, totalPoints, hidden: why };
    }),
  ];
}

/** A message whose reply was stopped before it was read is read all the same. */
function unprepared({ hidden }: RecallState): string | null {
  return hidden?.unread.at(-1) ?? null;
}

/** A reply tried again sets out to do what it did before: a retry is no failed answer. */
function planReply({ session, state }: Situation<RecallState>, replyTo: string): ReplyPlan {
  const { hidden } = state;
  assert(hidden, 'replies are planned where the points are known');
  if (hidden.lastPlan?.replyTo === replyTo) {
    const { replyTo: _, replyId: __, seq: ___, ...plan } = hidden.lastPlan;
    return plan;
  }
  const message = session.messages.find(({ id }) => id === replyTo);
  const reading = hidden.lastReading?.messageId === replyTo ? hidden.lastReading : null;
  const asked = hidden.lastPlan?.probe?.pointId;
  return nextPlan(hidden, unchecked(state), {
    intent: intentOf(message?.content ?? ''),
    verdict: reading?.verdicts.find((verdict) => verdict.id === asked)?.verdict ?? null,
    recalledSome: (reading?.recalledIds.length ?? 0) > 0,
    sawQuestion: (message?.seq ?? 0) > (hidden.lastPlan?.seq ?? 0),
  });
}

function afterReply({ state }: Situation<RecallState>): readonly EventBody[] {
  const isCovered = state.recalledIds.length === state.pointIds.length;
  return isCovered && !state.overlayShown ? [{ type: 'session_complete_overlay' }] : [];
}

function needsYou(state: RecallState): boolean {
  return state.overlay;
}
