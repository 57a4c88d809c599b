import { assert } from '#kernel/assert.ts';
import type { Message, SessionState } from '#session/protocol.ts';

import type { Point, SpokenMessage } from './evaluation.ts';
import { type RecallState, unchecked } from './recall-state.ts';
import type { TutorRequest } from './tutor-request.ts';

/** What the tutor may know for the reply under way: see TutorRequest. `history` ends with the message to answer. */
export function buildTutorRequest(
  session: SessionState,
  state: RecallState,
  history: readonly SpokenMessage[],
): TutorRequest {
  const { hidden } = state;
  const plan = hidden?.lastPlan;
  assert(hidden && plan, 'a reply under way has a plan');
  const byId = new Map(hidden.points.map((point) => [point.id, point]));
  const point = (id: string): Point => {
    const found = byId.get(id);
    assert(found, 'plans name points of their session');
    return found;
  };
  const reading = hidden.lastReading?.messageId === plan.replyTo ? hidden.lastReading : null;
  const now = new Set(reading?.recalledIds);
  const { probe } = plan;
  return {
    title: session.title,
    history,
    intent: plan.intent,
    recalledBefore: state.recalledIds.filter((id) => !now.has(id)).map(point),
    recalledNow: [...now].map(point),
    tell: plan.tellId === null ? null : point(plan.tellId),
    probe: probe && { point: point(probe.pointId), rung: probe.rung, asked: probe.asked },
    isNewPoint: plan.isNewPoint,
    verdictOnLast: plan.verdictOnLast,
    feedback: reading?.feedback ?? '',
    remaining: unchecked(state).length,
  };
}

/** What was said, as an agent reads it: no notices, and nothing of a reply that has not come. */
export function spokenMessages(messages: readonly Message[]): readonly SpokenMessage[] {
  const spoken: SpokenMessage[] = [];
  for (const { author, content } of messages)
    if (author !== 'notice' && content !== '') spoken.push({ author, content });
  return spoken;
}

/**
 * The conversation as it stands for the turn under way: it ends with the message to answer. What was said during an
 * earlier reply stands before that reply in the transcript, and messages that still wait are not part of it yet.
 */
export function upToAnswered(
  messages: readonly Message[],
  { turn, waiting }: Pick<SessionState, 'turn' | 'waiting'>,
): readonly Message[] {
  const later = new Set(waiting.map((message) => message.messageId));
  const answered = messages.filter((message) => message.id === turn?.messageId);
  return [...messages.filter((message) => !later.has(message.id) && message.id !== turn?.messageId), ...answered];
}
