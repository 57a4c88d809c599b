import type { SessionState } from '../../protocol.ts';
import { activeMode } from '../active-mode.ts';
import type { EventBody } from '../event.ts';
import type { Decision } from '../mode.ts';
import { decided, type DecisionContext, foldAll, modeContext, modeNamed } from './decision-context.ts';
import { interruptTurn } from './replies.ts';

/** A mode's decision with the events of what it asks to follow. */
export function withFollowUp(session: SessionState, own: Decision, context: DecisionContext): Decision {
  if (!own.ok || own.follows === undefined) return own;
  if (own.follows === 'end-session') return endSession(session, own.events, context);
  const left = leaveTopMode(foldAll(session, own.events, context), context, { returns: true });
  return { ...own, events: [...own.events, ...left] };
}

/** Interrupts the reply under way in the top mode and leaves that mode. `returns`: the mode below continues. */
function leaveTopMode(session: SessionState, context: DecisionContext, { returns }: { returns: boolean }): EventBody[] {
  const { mode, thread } = activeMode(session);
  const { turn } = session;
  // A turn whose reply has not begun is dropped without an event: it can be answered when the mode is entered again.
  const isReplying = turn?.thread === thread && turn.replyId !== null;
  const events: EventBody[] = isReplying ? interruptTurn(session, turn, context) : [];
  const cut = foldAll(session, events, context);
  events.push(...(modeNamed(context, mode)?.beforeLeaving?.(modeContext(cut, mode, context)) ?? []));
  events.push({ type: 'mode_left', mode, thread });
  if (!returns) return events;
  const left = foldAll(session, events, context);
  const below = activeMode(left).mode;
  return [...events, ...(modeNamed(context, below)?.afterReturn?.(modeContext(left, below, context)) ?? [])];
}

export function leaveInnerModes(session: SessionState, context: DecisionContext): EventBody[] {
  const events: EventBody[] = [];
  for (let left = session; left.stack.length > 1; left = foldAll(session, events, context))
    events.push(...leaveTopMode(left, context, { returns: false }));
  return events;
}

/** Adds `events`, leaves all inner modes, interrupts the turn under way, and completes the session. */
export function endSession(session: SessionState, events: readonly EventBody[], context: DecisionContext): Decision {
  const all = [...events];
  all.push(...leaveInnerModes(foldAll(session, all, context), context));
  const left = foldAll(session, all, context);
  if (left.turn) all.push(...interruptTurn(left, left.turn, context));
  const ending = foldAll(session, all, context);
  for (const mode of Object.keys(ending.modes))
    all.push(...(modeNamed(context, mode)?.beforeEnd?.(modeContext(ending, mode, context)) ?? []));
  return decided([...all, { type: 'session_complete' }]);
}
