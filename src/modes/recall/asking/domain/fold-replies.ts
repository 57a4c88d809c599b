import type { SessionEvent } from '#session/domain/event.ts';

import { withProgress } from './fold-progress.ts';
import { progressOf, type RecallHidden, type ReplyPlan, type StartedPlan, type ToldHidden } from './recall-state.ts';

/** A reply that ended before its first word was not seen, so its plan is made again. */
export function withEnd(
  hidden: RecallHidden,
  reply: { messageId: string; content: string; seq: number },
): RecallHidden {
  const isOwn = hidden.lastPlan?.replyId === reply.messageId && reply.content !== '';
  return isOwn ? withShown(hidden, reply.seq) : hidden;
}

/** From `seq` on, messages were written after seeing words of the reply under way, including its cue. */
export function withShown(hidden: RecallHidden, seq: number): RecallHidden {
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
export function withTelling(
  hidden: RecallHidden,
  reply: Extract<SessionEvent, { type: 'assistant_complete' }>,
): RecallHidden {
  const { lastPlan } = hidden;
  if (!lastPlan || lastPlan.tellId === null || lastPlan.replyId !== reply.messageId) return hidden;
  return withTold(hidden, { pointId: lastPlan.tellId }, reply);
}

/**
 * The first telling counts. A point that the person asked to be told counts as told even if the reply ended before,
 * and is still owed.
 */
export function withTold(
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

export function withPlan(hidden: RecallHidden, plan: StartedPlan): RecallHidden {
  return { ...hidden, lastPlan: plan, toTell: plan.tellId ?? hidden.toTell };
}
