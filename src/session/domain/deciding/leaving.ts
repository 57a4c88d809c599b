import type { SessionState } from '../../protocol.ts';
import { activeMode } from '../active-mode.ts';
import type { EventBody } from '../event.ts';
import type { Decision, FollowedEvent } from '../mode.ts';
import { nextPreparation, unprepared, unpreparedInside } from '../next-preparation.ts';
import { decided, type DecisionContext, foldAll, modeContext, modeNamed, withEventsAfter } from './decision-context.ts';
import { interruptTurn } from './replies.ts';

/** Adds the events of what a mode's decision asks to follow. */
export function withFollowUp(session: SessionState, own: Decision, context: DecisionContext): Decision {
  if (!own.ok) return own;
  if (own.follows === undefined) return withMoves(session, own, context);
  if (own.follows === 'end-session') return requestEnd(session, own.events, context);
  const { afterLeaving = [] } = own;
  const next = foldAll(session, own.events, context);
  if (next.ending) return { ...own, isEnding: true };
  if (unpreparedInside(next, context.modes))
    return {
      ...own,
      events: [...own.events, ...afterLeaving, { type: 'ending_started', ends: 'mode' }],
      isEnding: true,
    };
  return { ...own, events: [...own.events, ...leaveTopMode(next, context, { returns: true }), ...afterLeaving] };
}

/** Adds the events that the active modes append after messages were moved. */
function withMoves(session: SessionState, own: Extract<Decision, { ok: true }>, context: DecisionContext): Decision {
  const events: EventBody[] = [];
  for (const event of own.events) {
    const isMove = event.type === 'conversation_branched';
    events.push(...(isMove ? withEventsAfter(foldAll(session, events, context), event, context) : [event]));
  }
  return { ...own, events };
}

/**
 * Adds `events` and ends the session, at once or, since nothing can follow the end, after every message is evaluated.
 */
export function requestEnd(session: SessionState, events: readonly EventBody[], context: DecisionContext): Decision {
  const next = foldAll(session, events, context);
  if (next.ending?.ends === 'session') return { ok: true, events, isEnding: true };
  if (unprepared(next, context.modes))
    return { ok: true, events: [...events, { type: 'ending_started', ends: 'session' }], isEnding: true };
  return decided([...events, ...endSession(next, context)]);
}

/** The end that was requested, whether or not all messages are evaluated. */
export function finishEnding(session: SessionState, context: DecisionContext): Decision {
  if (!session.ending) return decided([]);
  const isEnd = session.ending.ends === 'session';
  return decided(isEnd ? endSession(session, context) : leaveTopMode(session, context, { returns: true }));
}

/** `events`, and the next step of an ending: make way for the next evaluation, or end. */
export function withEnding(
  session: SessionState,
  events: readonly EventBody[],
  context: DecisionContext,
): readonly EventBody[] {
  const all = [...events];
  for (;;) {
    const next = foldAll(session, all, context);
    const step = next.ending ? endingStep(next, next.ending.ends, context) : [];
    if (step.length === 0) return all;
    all.push(...step);
  }
}

function endingStep(session: SessionState, ends: 'session' | 'mode', context: DecisionContext): readonly EventBody[] {
  const { modes } = context;
  const isInside = unpreparedInside(session, modes) !== null;
  if (ends === 'mode' && !isInside) return leaveTopMode(session, context, { returns: true });
  if (!unprepared(session, modes)) return endSession(session, context);
  if (!isInside && session.stack.length > 1) return leaveInnerModes(session, context);
  const { turn } = session;
  // A message sent during a reply is evaluated after it, so the reply is interrupted here, as the end would do.
  const isInTheWay = turn !== null && turn.replyId !== null && nextPreparation(session, modes) === null;
  return isInTheWay ? interruptTurn(session, turn, context) : [];
}

/** Interrupts the reply under way in the top mode and leaves that mode. `returns`: the mode below continues. */
function leaveTopMode(session: SessionState, context: DecisionContext, { returns }: { returns: boolean }): EventBody[] {
  const { mode, thread } = activeMode(session);
  const { turn } = session;
  // A turn whose reply has not begun is dropped without an event: it can be answered when the mode is entered again.
  const isReplying = turn?.thread === thread && turn.replyId !== null;
  const events: EventBody[] = isReplying ? interruptTurn(session, turn, context) : [];
  const cut = foldAll(session, events, context);
  events.push(...(modeNamed(context, mode)?.before?.(modeContext(cut, mode, context), 'mode_left') ?? []));
  const left: FollowedEvent = { type: 'mode_left', mode, thread };
  if (!returns) return [...events, left];
  return [...events, ...withEventsAfter(foldAll(session, events, context), left, context)];
}

function leaveInnerModes(session: SessionState, context: DecisionContext): EventBody[] {
  const events: EventBody[] = [];
  for (let left = session; left.stack.length > 1; left = foldAll(session, events, context))
    events.push(...leaveTopMode(left, context, { returns: false }));
  return events;
}

/** Leaves all inner modes, interrupts the turn under way, and completes the session. */
export function endSession(session: SessionState, context: DecisionContext): readonly EventBody[] {
  const all = leaveInnerModes(session, context);
  const left = foldAll(session, all, context);
  if (left.turn) all.push(...interruptTurn(left, left.turn, context));
  const ending = foldAll(session, all, context);
  for (const mode of Object.keys(ending.modes))
    all.push(...(modeNamed(context, mode)?.before?.(modeContext(ending, mode, context), 'session_complete') ?? []));
  return [...all, { type: 'session_complete' }];
}
