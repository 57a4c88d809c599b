import type { EventBody } from '#session/domain/event.ts';
import type { ModeContext } from '#session/domain/mode.ts';
import type { Message } from '#session/protocol.ts';

import { type RecallState, type ToldHidden, unchecked } from '../../../asking/domain/recall-state.ts';
import { givenAwayIn, saysPoint } from './give-away.ts';
import { guardOf } from './guard-of-session.ts';
import { createGuard, type Guard } from './guard.ts';

/**
 * What the reply that has just ended told, read off the words that were shown: what it gave away, and what it was to
 * tell. Asked for counts as told even where the reply ended before it was said, and is still owed then; what was to be
 * told because every cue had failed is told once the words are there.
 */
export function tellingEvents(
  { session, state }: ModeContext<RecallState>,
  { isComplete }: { isComplete: boolean },
): readonly EventBody[] {
  const plan = state.hidden?.lastPlan;
  const reply = plan && session.messages.findLast((message) => message.id === plan.replyId);
  if (!state.hidden || !plan || !reply) return [];
  const { guard, before, tell } = guardOf(session, state, { mayTell: false });
  const told: ToldHidden[] = [];
  if (tell !== null) {
    const isAsked = plan.intent === 'asks-to-be-told';
    const isSaid = isComplete || isTold(before + reply.content, tell, guard);
    if (isSaid) told.push({ pointId: tell, why: isAsked ? 'asked' : 'failed' });
    else if (isAsked) told.push({ pointId: tell, why: 'asked', isOwed: true });
  }
  for (const { id } of givenAwayIn(reply.content, before, guard))
    if (id !== tell) told.push({ pointId: id, why: 'given-away' });
  return told.map((hidden) => ({ type: 'point_told', messageId: reply.id, hidden }));
}

/**
 * What a reply in a rabbit hole told of what is still to be recalled, once more or for the first time: its agent knows
 * nothing of the points and may say what it likes.
 */
export function tellingInside({ session, state }: ModeContext<RecallState>, reply: Message): readonly EventBody[] {
  const points = state.hidden?.points ?? [];
  const open = unchecked(state);
  if (open.length === 0 || reply.content === '') return [];
  const before = session.messages.filter(({ author, seq }) => author === 'person' && seq < reply.seq);
  const guard = createGuard({
    points,
    openIds: new Set(open.map(({ id }) => id)),
    probeId: null,
    title: session.title,
    asked: '',
    said: before.find(({ id }) => id === reply.replyTo)?.content ?? '',
    saidBefore: before.filter(({ id }) => id !== reply.replyTo).map(({ content }) => content),
  });
  return givenAwayIn(reply.content, wordsBefore(session.messages, reply), guard).map(({ id: pointId }) => {
    const hidden: ToldHidden = { pointId, why: 'rabbit-hole' };
    return { type: 'point_told', messageId: reply.id, hidden };
  });
}

/** What was said of a reply that its limit cut, however often. */
function wordsBefore(messages: readonly Message[], { continues }: Message): string {
  const cut = continues === undefined ? undefined : messages.find(({ id }) => id === continues);
  return cut ? wordsBefore(messages, cut) + cut.content : '';
}

/** Whether words say a point that was to be told. */
export function isTold(words: string, pointId: string, guard: Guard): boolean {
  return saysPoint(
    words,
    guard.index.points.findIndex(({ id }) => id === pointId),
    guard,
  );
}
