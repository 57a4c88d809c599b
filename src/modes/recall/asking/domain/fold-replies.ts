import type { SessionEvent } from '#session/domain/event.ts';

import { withProgress } from './fold-answers.ts';
import { lastQuestion, shownQuestion, withLastQuestion } from './questions.ts';
import { progressOf, type RecallHidden, type ReplyPlan, type ToldHidden } from './recall-state.ts';

/** A reply that ended before its first word was not seen, so its plan is made again. */
export function withEnd(
  hidden: RecallHidden,
  reply: { messageId: string; content: string; seq: number },
): RecallHidden {
  const isOwn = lastQuestion(hidden)?.replyId === reply.messageId && reply.content !== '';
  return isOwn ? withShown(hidden, reply.seq) : hidden;
}

/** Messages from `seq` on were written after the person saw words of the reply under way, including its cue. */
export function withShown(hidden: RecallHidden, seq: number): RecallHidden {
  const asked = lastQuestion(hidden);
  if (!asked || asked.shownAt !== null) return hidden;
  const shown = withLastQuestion(hidden, { shownAt: seq });
  if (!asked.probe) return shown;
  const { pointId, rung } = asked.probe;
  const { askedAt } = asked;
  const { hintedAt, cuedAt } = progressOf(hidden, pointId);
  if (rung === 'open')
    return withProgress(shown, pointId, {
      askedAt,
      hintedAt: hintedAt ?? (asksForTheRest(asked) ? seq : null),
    });
  return withProgress(shown, pointId, {
    askedAt,
    hintedAt: hintedAt ?? seq,
    cuedAt: { [rung]: seq, ...cuedAt },
  });
}

/** After a near-miss the question names what is missing, which is a hint. */
function asksForTheRest({ isFollowing, isNewPoint, verdictOnLast }: ReplyPlan): boolean {
  return isFollowing === true || (!isNewPoint && verdictOnLast !== null && verdictOnLast !== 'absent');
}

/** A complete reply tells what its plan says. Older logs have no `point_told` for this case. */
export function withTelling(
  hidden: RecallHidden,
  reply: Extract<SessionEvent, { type: 'assistant_complete' }>,
): RecallHidden {
  const asked = lastQuestion(hidden);
  if (!asked || asked.tellId === null || asked.replyId !== reply.messageId) return hidden;
  return withTold(hidden, { pointId: asked.tellId }, reply);
}

/**
 * Only the first telling counts. A point that the person asked for counts as told even if the reply ended before
 * telling it; the telling is still owed.
 */
export function withTold(
  before: RecallHidden,
  { pointId, isOwed, why }: Pick<ToldHidden, 'pointId' | 'isOwed'> & Partial<ToldHidden>,
  by: { messageId: string; at: number; seq: number },
): RecallHidden {
  const isDone = lastQuestion(before)?.toTell === pointId && !isOwed;
  const hidden = isDone ? withLastQuestion(before, { toTell: null }) : before;
  const shown = shownQuestion(hidden);
  const toldFrom = shown?.replyId === by.messageId ? shown.shownAt : by.seq;
  if (why === 'rabbit-hole' || why === 'self-check') {
    const isInside = why === 'rabbit-hole';
    const seenFrom = isInside ? (hidden.insideSeenFrom ?? by.seq) : toldFrom;
    const exposedFrom = progressOf(hidden, pointId).exposedFrom ?? seenFrom;
    const exposed = withProgress(hidden, pointId, { exposedFrom, exposedLast: by.seq });
    return isInside ? exposed : { ...exposed, shownIds: [...hidden.shownIds, pointId] };
  }
  if (progressOf(hidden, pointId).toldBy !== null) return hidden;
  return withProgress(hidden, pointId, {
    toldBy: by.messageId,
    toldAt: by.at,
    toldFrom: why === 'asked' ? 0 : toldFrom,
  });
}
