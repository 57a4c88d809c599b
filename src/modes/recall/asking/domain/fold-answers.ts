import { entryOf, withoutEntry } from '#kernel/entries.ts';
import type { DetectedIn } from '#modes/rabbit-hole/protocol.ts';
import type { SessionEvent } from '#session/domain/event.ts';

import { withProblem } from './problems.ts';
import { evaluationOf, lastQuestion, shownQuestion, withEvaluation, withLastQuestion } from './questions.ts';
import {
  type EvaluatedHidden,
  type PointProgress,
  progressOf,
  type RecalledHidden,
  type RecallHidden,
} from './recall-state.ts';

export function withRecalled(
  before: RecallHidden,
  event: Extract<SessionEvent, { type: 'point_recalled' }>,
): RecallHidden {
  const { pointId } = event;
  const { messageId } = event.hidden as RecalledHidden;
  const hidden = lastQuestion(before)?.toTell === pointId ? withLastQuestion(before, { toTell: null }) : before;
  const { inside } = hidden;
  if (inside.lastRead === messageId)
    return { ...hidden, inside: { ...inside, recalledIds: [...inside.recalledIds, pointId] } };
  if (!evaluationOf(hidden, messageId)) return hidden;
  return withEvaluation(hidden, (found) => ({
    ...found,
    recalledIds: [...found.recalledIds, pointId],
  }));
}

/** A message answers the visible question when it is evaluated. */
export function withUnread(hidden: RecallHidden, { messageId, seq }: { messageId: string; seq: number }): RecallHidden {
  const { pointId = null, rung = null } = shownQuestion(hidden)?.probe ?? {};
  const answering = [...hidden.answering, { id: messageId, seq, pointId, rung }];
  return { ...hidden, answering, unread: [...hidden.unread, messageId] };
}

/**
 * A question counts when it is answered. It says nothing about memory if it has no answer, if the answer could not be
 * evaluated, or if the message is not an attempt.
 */
function withAnswer(hidden: RecallHidden, messageId: string, { isNoMiss }: EvaluatedHidden): RecallHidden {
  const said = entryOf(hidden.answering, messageId);
  if (!said) return hidden;
  const { pointId } = said;
  const answering = withoutEntry(hidden.answering, messageId);
  if (pointId === null || isNoMiss || hidden.tangentIn === messageId) return { ...hidden, answering };
  const answered = { ...hidden, answering, lastAnswer: { messageId, pointId } };
  return withProgress(answered, pointId, { asked: progressOf(hidden, pointId).asked + 1 });
}

/** A tangent with an invitation is not a failed answer, even if it is detected after the evaluation. */
export function withTangent(hidden: RecallHidden, { triggerMessageId }: DetectedIn): RecallHidden {
  const { lastAnswer } = hidden;
  const known = { ...hidden, tangentIn: triggerMessageId };
  if (lastAnswer?.messageId !== triggerMessageId) return known;
  const { asked } = progressOf(hidden, lastAnswer.pointId);
  return withProgress({ ...known, lastAnswer: null }, lastAnswer.pointId, { asked: Math.max(0, asked - 1) });
}

export function withReading(before: RecallHidden, messageId: string, found: EvaluatedHidden): RecallHidden {
  if (before.unreadInside.includes(messageId)) return withReadingInside(before, messageId, found);
  const { verdicts, feedback, failure, isPlea } = found;
  const trouble = failure ?? found.trouble;
  const hidden = failure && !isPlea ? before : withAnswer(before, messageId, found);
  const said = entryOf(before.answering, messageId);
  const answered = {
    messageId,
    recalledIds: [],
    verdicts,
    feedback,
    askedFor: said?.pointId ?? null,
    askedRung: said?.rung ?? null,
    ...(failure && { failure }),
  };
  return {
    ...withLastQuestion(hidden, { answered }),
    hasModelTutor: found.hasModelTutor === true,
    unread: hidden.unread.filter((id) => id !== messageId),
    toReadAgain: readAgain(before, messageId, found),
    notedTroubles: trouble ? withProblem(hidden.notedTroubles, trouble) : hidden.notedTroubles,
  };
}

/** A failed evaluation is repeated once. A plea for help needs no evaluation. */
function readAgain({ toReadAgain }: RecallHidden, messageId: string, found: EvaluatedHidden): readonly string[] {
  if (found.failure && !found.isPlea && !toReadAgain.includes(messageId)) return [...toReadAgain, messageId];
  return toReadAgain.filter((id) => id !== messageId);
}

/** The message was addressed to another agent, so the tutor's next request stays the same. */
function withReadingInside(hidden: RecallHidden, messageId: string, found: EvaluatedHidden): RecallHidden {
  const trouble = found.failure ?? found.trouble;
  const toReadAgain = readAgain(hidden, messageId, found);
  return {
    ...hidden,
    unread: hidden.unread.filter((id) => id !== messageId),
    toReadAgain,
    unreadInside: toReadAgain.includes(messageId)
      ? hidden.unreadInside
      : hidden.unreadInside.filter((id) => id !== messageId),
    inside: {
      ...hidden.inside,
      lastRead: messageId,
      ...(hidden.inside.trouble === null && { trouble: trouble ?? null, isRead: found.failure === undefined }),
    },
  };
}

export function withProgress(hidden: RecallHidden, pointId: string, change: Partial<PointProgress>): RecallHidden {
  return { ...hidden, progress: { ...hidden.progress, [pointId]: { ...progressOf(hidden, pointId), ...change } } };
}
