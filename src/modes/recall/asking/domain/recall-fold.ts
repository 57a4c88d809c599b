import type { DetectedIn } from '#modes/rabbit-hole/protocol.ts';
import type { SaidHidden, SessionEvent } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';

import { mayCheck } from '../../evaluator/domain/outcome.ts';
import { PROBLEM_INSIDE_ID, TUTOR_PROBLEM_ID, withProblem } from './problems.ts';
import {
  type EvaluatedHidden,
  type LastEvaluation,
  type PointProgress,
  progressOf,
  type RecallHidden,
  type RecallState,
  type RecalledHidden,
  type ReopenedHidden,
  type ReplyPlan,
  type StartedPlan,
  type StartedHidden,
  type ToldHidden,
  type Undecided,
} from './recall-state.ts';

/** Folds a recall session, on the server and, without `hidden`, in the browser. */
export function foldRecall(state: RecallState | undefined, event: SessionEvent): RecallState | undefined {
  if (event.type === 'session_started') return 'pointIds' in event ? begin(event) : undefined;
  if (!state) return undefined;
  const shown = foldShown(state, event);
  return state.hidden ? { ...shown, hidden: foldHidden(state.hidden, event) } : shown;
}

function begin(event: Extract<SessionEvent, { pointIds: unknown }>): RecallState {
  const { setId, setIds = [setId], pointIds } = event;
  const shown: RecallState = {
    setId,
    setIds,
    pointIds,
    recalledIds: [],
    recalledBy: {},
    selfCheck: null,
    selfCheckAnswers: {},
    tellingIds: [],
    overlay: false,
    overlayShown: false,
  };
  const started = event.hidden as StartedHidden | undefined;
  if (!started) return shown;
  const hidden: RecallHidden = {
    points: started.points,
    ...(started.sets && { sets: started.sets }),
    progress: {},
    unread: [],
    toReadAgain: [],
    unreadInside: {},
    inside: NOTHING_INSIDE,
    insideSeenFrom: null,
    answering: {},
    help: {},
    lastReading: null,
    lastAnswer: null,
    tangentIn: null,
    lastPlan: null,
    shownPlan: null,
    toTell: null,
    undecided: {},
    selfCheckedIds: [],
    notedTroubles: [],
  };
  const { messageId, seq } = event;
  const planned = withPlan(hidden, { ...started.plan, replyTo: messageId, replyId: messageId, seq });
  return { ...shown, hidden: withShown(planned, seq) };
}

const NOTHING_INSIDE = { recalledIds: [], lastRead: null, trouble: null };

function foldShown(state: RecallState, event: SessionEvent): RecallState {
  switch (event.type) {
    case 'point_recalled': {
      const { pointId, messageId } = event;
      const recalledBy = messageId === undefined ? state.recalledBy : { ...state.recalledBy, [pointId]: messageId };
      return { ...state, recalledIds: [...state.recalledIds, pointId], recalledBy };
    }
    case 'point_told':
      return event.isAnswer ? { ...state, tellingIds: [...state.tellingIds, event.messageId] } : state;
    case 'self_check_asked': {
      const { pointId, messageId } = event;
      return { ...state, selfCheck: { pointId, messageId } };
    }
    case 'self_check_answered': {
      const { messageId, isRecalled } = event;
      return { ...state, selfCheck: null, selfCheckAnswers: { ...state.selfCheckAnswers, [messageId]: isRecalled } };
    }
    case 'self_check_undone':
      return withoutAnswer(state, event);
    // Whatever comes next leaves a self-check without an answer.
    case 'user_message':
    case 'reply_started':
    case 'mode_entered':
    case 'session_paused':
      return state.selfCheck ? { ...state, selfCheck: null } : state;
    case 'session_complete_overlay':
      return { ...state, overlay: true, overlayShown: true };
    case 'overlay_dismissed':
      return { ...state, overlay: false };
    case 'session_complete':
      return { ...state, overlay: false, selfCheck: null };
    default:
      return state;
  }
}

/** As if the self-check had not been answered. The end of the session can then be reached once more. */
function withoutAnswer(
  state: RecallState,
  { pointId, messageId }: Extract<SessionEvent, { type: 'self_check_undone' }>,
): RecallState {
  const { [messageId]: _, ...selfCheckAnswers } = state.selfCheckAnswers;
  if (!state.recalledIds.includes(pointId)) return { ...state, selfCheckAnswers };
  const { [pointId]: __, ...recalledBy } = state.recalledBy;
  const recalledIds = state.recalledIds.filter((id) => id !== pointId);
  return { ...state, recalledIds, recalledBy, selfCheckAnswers, overlay: false, overlayShown: false };
}

/** Messages in a rabbit hole are evaluated too, but do not affect what is asked for on the trunk. */
function foldInside(hidden: RecallHidden, event: SessionEvent & { thread: string }): RecallHidden {
  if (event.type === 'mode_entered') return { ...hidden, inside: NOTHING_INSIDE };
  if (event.type === 'reply_started') return { ...hidden, insideSeenFrom: null };
  if (event.type !== 'user_message') return hidden;
  const { messageId, thread } = event;
  const sawReply = (event.hidden as SaidHidden | undefined)?.sawReply === true;
  return {
    ...hidden,
    insideSeenFrom: hidden.insideSeenFrom ?? (sawReply ? event.seq : null),
    unread: [...hidden.unread, messageId],
    unreadInside: { ...hidden.unreadInside, [messageId]: thread },
  };
}

function foldHidden(hidden: RecallHidden, event: SessionEvent): RecallHidden {
  if ('thread' in event && event.thread !== TRUNK) return foldInside(hidden, event);
  switch (event.type) {
    case 'user_message':
      return withUnread(
        (event.hidden as SaidHidden | undefined)?.sawReply ? withShown(hidden, event.seq) : hidden,
        event,
      );
    case 'turn_reopened':
      // A hidden body marks the tutor's own turn, which answers no message.
      if (event.hidden !== undefined) return withOwnTurn(hidden, event.messageId, event.hidden as ReopenedHidden);
      return hidden.unread.includes(event.messageId)
        ? hidden
        : { ...hidden, unread: [...hidden.unread, event.messageId] };
    case 'help_requested':
      return { ...hidden, help: { ...hidden.help, [event.messageId]: event.kind } };
    case 'message_evaluated':
      return withReading(hidden, event, event.hidden as EvaluatedHidden);
    case 'point_recalled':
      return withRecalled(decidedOn(hidden, event.pointId), event);
    case 'self_check_undone': {
      const { lastReading, inside } = hidden;
      const others = (ids: readonly string[]) => ids.filter((id) => id !== event.pointId);
      const reading = lastReading && { ...lastReading, recalledIds: others(lastReading.recalledIds) };
      return { ...hidden, lastReading: reading, inside: { ...inside, recalledIds: others(inside.recalledIds) } };
    }
    case 'rabbithole_detected':
      return withTangent(hidden, event.hidden as DetectedIn);
    case 'trouble_noted': {
      if (event.messageId.startsWith(TUTOR_PROBLEM_ID))
        return { ...hidden, notedTroubles: withProblem(hidden.notedTroubles, event.problem) };
      const { trouble } = hidden.inside;
      // Inner modes report problems of their own, which say nothing about this one.
      if (!trouble || !event.messageId.startsWith(PROBLEM_INSIDE_ID)) return hidden;
      const notedTroubles = withProblem(hidden.notedTroubles, trouble);
      return { ...hidden, notedTroubles, inside: { ...hidden.inside, trouble: null } };
    }
    case 'reply_started': {
      const { messageId: replyId, replyTo, continues, seq } = event;
      const { [replyTo]: _, ...help } = hidden.help;
      return withPlan(
        { ...hidden, help },
        {
          ...(event.hidden as ReplyPlan),
          ...(continues !== undefined && { continues }),
          replyTo,
          replyId,
          seq,
        },
      );
    }
    case 'assistant_complete':
      return withTelling(withEnd(hidden, event), event);
    case 'assistant_interrupted':
      return withEnd(hidden, event);
    case 'point_told':
      return withTold(decidedOn(hidden, (event.hidden as ToldHidden).pointId), event.hidden as ToldHidden, event);
    default:
      return hidden;
  }
}

/** The tutor's own turn after a self-check responds to the point that it credited. */
function withOwnTurn(hidden: RecallHidden, messageId: string, { recalledId }: ReopenedHidden): RecallHidden {
  if (recalledId === undefined) return hidden;
  return { ...hidden, lastReading: { messageId, recalledIds: [recalledId], verdicts: [], feedback: '' } };
}

function withRecalled(hidden: RecallHidden, event: Extract<SessionEvent, { type: 'point_recalled' }>): RecallHidden {
  const toTell = hidden.toTell === event.pointId ? null : hidden.toTell;
  const { lastReading, inside } = hidden;
  const { messageId, isSelfChecked } = event.hidden as RecalledHidden;
  if (inside.lastRead === messageId)
    return { ...hidden, toTell, inside: { ...inside, recalledIds: [...inside.recalledIds, event.pointId] } };
  if (lastReading?.messageId !== messageId) return { ...hidden, toTell };
  const reading = { ...lastReading, recalledIds: [...lastReading.recalledIds, event.pointId] };
  const undecided = isSelfChecked ? hidden.undecided : withoutChance(hidden.undecided, lastReading);
  return { ...hidden, lastReading: reading, toTell, undecided };
}

/** Beside a point that a message recalled, what resembles others is chance, except for the point asked for. */
function withoutChance(
  undecided: RecallHidden['undecided'],
  { messageId, askedFor }: LastEvaluation,
): RecallHidden['undecided'] {
  const kept = Object.entries(undecided).filter(([id, said]) => said.messageId !== messageId || id === askedFor);
  return Object.fromEntries(kept);
}

/** Nothing is left to decide about a point that was recalled or told. */
function decidedOn(hidden: RecallHidden, pointId: string): RecallHidden {
  if (!Object.hasOwn(hidden.undecided, pointId)) return hidden;
  const { [pointId]: _, ...undecided } = hidden.undecided;
  return { ...hidden, undecided };
}

function withProgress(hidden: RecallHidden, pointId: string, change: Partial<PointProgress>): RecallHidden {
  return { ...hidden, progress: { ...hidden.progress, [pointId]: { ...progressOf(hidden, pointId), ...change } } };
}

/** A message answers the visible question once it is evaluated. */
function withUnread(hidden: RecallHidden, { messageId, seq }: { messageId: string; seq: number }): RecallHidden {
  const { pointId = null, rung = null } = hidden.shownPlan?.probe ?? {};
  const answering = { ...hidden.answering, [messageId]: { seq, pointId, rung } };
  return { ...hidden, answering, unread: [...hidden.unread, messageId] };
}

/**
 * A question counts once it was answered. Without an answer, with an answer that could not be evaluated, or with a
 * message that is not an attempt, it says nothing about memory.
 */
function withAnswer(hidden: RecallHidden, messageId: string, { isNoMiss }: EvaluatedHidden): RecallHidden {
  if (!Object.hasOwn(hidden.answering, messageId)) return hidden;
  const { [messageId]: said, ...answering } = hidden.answering;
  const pointId = said?.pointId ?? null;
  if (pointId === null || isNoMiss || hidden.tangentIn === messageId) return { ...hidden, answering };
  const answered = { ...hidden, answering, lastAnswer: { messageId, pointId } };
  return withProgress(answered, pointId, { asked: progressOf(hidden, pointId).asked + 1 });
}

/** A tangent that the person is asked about is no failed answer, also if it is detected after the evaluation. */
function withTangent(hidden: RecallHidden, { triggerMessageId }: DetectedIn): RecallHidden {
  const { lastAnswer } = hidden;
  const known = { ...hidden, tangentIn: triggerMessageId };
  if (lastAnswer?.messageId !== triggerMessageId) return known;
  const { asked } = progressOf(hidden, lastAnswer.pointId);
  return withProgress({ ...known, lastAnswer: null }, lastAnswer.pointId, { asked: Math.max(0, asked - 1) });
}

/** A reply that ended before its first word was not seen, so its plan is made again. */
function withEnd(hidden: RecallHidden, reply: { messageId: string; content: string; seq: number }): RecallHidden {
  const isOwn = hidden.lastPlan?.replyId === reply.messageId && reply.content !== '';
  return isOwn ? withShown(hidden, reply.seq) : hidden;
}

/** From `seq` on, messages were written after seeing words of the reply under way, including its cue. */
function withShown(hidden: RecallHidden, seq: number): RecallHidden {
  const { lastPlan } = hidden;
  if (!lastPlan || hidden.shownPlan?.seq === lastPlan.seq) return hidden;
  const shown = { ...hidden, shownPlan: { ...lastPlan, shownAt: seq } };
  if (!lastPlan.probe) return shown;
  const { pointId, rung } = lastPlan.probe;
  const { hintedAt, cuedAt } = progressOf(hidden, pointId);
  if (rung === 'open')
    return withProgress(shown, pointId, {
      askedAt: lastPlan.seq,
      hintedAt: hintedAt ?? (asksForTheRest(lastPlan) ? seq : null),
    });
  return withProgress(shown, pointId, {
    askedAt: lastPlan.seq,
    hintedAt: hintedAt ?? seq,
    cuedAt: { [rung]: seq, ...cuedAt },
  });
}

/** After a near-miss the question names what is missing, which is a hint. */
function asksForTheRest({ isFollowing, isNewPoint, verdictOnLast }: ReplyPlan): boolean {
  return isFollowing === true || (!isNewPoint && verdictOnLast !== null && verdictOnLast !== 'absent');
}

/** A complete reply tells what it was to tell. Older logs have no `point_told` for this case. */
function withTelling(hidden: RecallHidden, reply: Extract<SessionEvent, { type: 'assistant_complete' }>): RecallHidden {
  const { lastPlan } = hidden;
  if (!lastPlan || lastPlan.tellId === null || lastPlan.replyId !== reply.messageId) return hidden;
  return withTold(hidden, { pointId: lastPlan.tellId }, reply);
}

/**
 * The first telling counts. A point that the person asked to be told counts as told even if the reply ended before,
 * and is still owed.
 */
function withTold(
  before: RecallHidden,
  { pointId, isOwed, why }: Pick<ToldHidden, 'pointId' | 'isOwed'> & Partial<ToldHidden>,
  by: { messageId: string; at: number; seq: number },
): RecallHidden {
  const hidden = before.toTell === pointId && !isOwed ? { ...before, toTell: null } : before;
  const { shownPlan } = hidden;
  const toldFrom = shownPlan?.replyId === by.messageId ? shownPlan.shownAt : by.seq;
  if (why === 'rabbit-hole' || why === 'self-check') {
    const isInside = why === 'rabbit-hole';
    const seenFrom = isInside ? (hidden.insideSeenFrom ?? by.seq) : toldFrom;
    const exposedFrom = progressOf(hidden, pointId).exposedFrom ?? seenFrom;
    const exposed = withProgress(hidden, pointId, { exposedFrom, exposedLast: by.seq });
    return isInside ? exposed : { ...exposed, selfCheckedIds: [...hidden.selfCheckedIds, pointId] };
  }
  if (progressOf(hidden, pointId).toldBy !== null) return hidden;
  return withProgress(hidden, pointId, {
    toldBy: by.messageId,
    toldAt: by.at,
    toldFrom: why === 'asked' ? 0 : toldFrom,
  });
}

/** A near-miss in the person's own words makes a later recall of that point hinted. */
function withReading(
  before: RecallHidden,
  { messageId, seq: evaluatedAt }: { messageId: string; seq: number },
  found: EvaluatedHidden,
): RecallHidden {
  if (Object.hasOwn(before.unreadInside, messageId)) return withReadingInside(before, messageId, found);
  const { verdicts, feedback, failure, isPlea } = found;
  const trouble = failure ?? found.trouble;
  const hidden = failure && !isPlea ? before : withAnswer(before, messageId, found);
  const near = verdicts.filter(({ verdict, quote }) => verdict === 'partial' && quote !== '');
  const said = Object.hasOwn(before.answering, messageId) ? before.answering[messageId] : undefined;
  // A later message is hinted, this one is not.
  const from = (said?.seq ?? 0) + 1;
  const noted = near.reduce((known, { id }) => {
    const { hintedAt } = progressOf(known, id);
    return withProgress(known, id, { hintedAt: Math.min(hintedAt ?? from, from) });
  }, hidden);
  const uncertain = verdicts.filter((verdict) => mayCheck(verdict, said?.rung ?? null));
  const undecided = uncertain.map(({ id, quote, confidence }): [string, Undecided] => [
    id,
    { messageId, quote, confidence, seq: evaluatedAt },
  ]);
  return {
    ...noted,
    undecided: { ...noted.undecided, ...Object.fromEntries(undecided) },
    unread: hidden.unread.filter((id) => id !== messageId),
    toReadAgain: readAgain(before, messageId, found),
    lastReading: {
      messageId,
      recalledIds: [],
      verdicts,
      feedback,
      askedFor: said?.pointId ?? null,
      askedRung: said?.rung ?? null,
      ...(failure && { failure }),
    },
    notedTroubles: trouble ? withProblem(hidden.notedTroubles, trouble) : hidden.notedTroubles,
  };
}

/** A failed evaluation is repeated once. A plea for help needs none. */
function readAgain({ toReadAgain }: RecallHidden, messageId: string, found: EvaluatedHidden): readonly string[] {
  if (found.failure && !found.isPlea && !toReadAgain.includes(messageId)) return [...toReadAgain, messageId];
  return toReadAgain.filter((id) => id !== messageId);
}

/** The message was addressed to another agent, so the tutor's next request stays the same. */
function withReadingInside(hidden: RecallHidden, messageId: string, found: EvaluatedHidden): RecallHidden {
  const { [messageId]: _, ...settled } = hidden.unreadInside;
  const trouble = found.failure ?? found.trouble;
  const toReadAgain = readAgain(hidden, messageId, found);
  return {
    ...hidden,
    unread: hidden.unread.filter((id) => id !== messageId),
    toReadAgain,
    unreadInside: toReadAgain.includes(messageId) ? hidden.unreadInside : settled,
    inside: {
      ...hidden.inside,
      lastRead: messageId,
      ...(hidden.inside.trouble === null && { trouble: trouble ?? null, isRead: found.failure === undefined }),
    },
  };
}

function withPlan(hidden: RecallHidden, plan: StartedPlan): RecallHidden {
  return { ...hidden, lastPlan: plan, toTell: plan.tellId ?? hidden.toTell };
}
