import type { ModeId, SessionState } from '../../protocol.ts';
import { activeMode } from '../active-mode.ts';
import type { EventBody } from '../event.ts';
import type { Decision } from '../mode.ts';
import { decided, type DecisionContext, type Ground } from './decision-context.ts';
import type { Replies } from './replies.ts';

/** How a mode inside another is left, and how a session ends. */
export function createLeaving({ modes, situationOf, after }: Ground, { interrupt }: Replies) {
  return { leaveTop, leaveAll, endAfter };

  /** Cuts what is under way in the mode on top, and leaves it; `returns`: the one below is taken up again. */
  function leaveTop(session: SessionState, context: DecisionContext, { returns }: { returns: boolean }): EventBody[] {
    const { mode, thread } = activeMode(session);
    const { turn } = session;
    // What has not begun to be answered is let be: it can be when the mode is entered again.
    const isCut = turn?.thread === thread && turn.replyId !== null;
    const events: EventBody[] = isCut ? interrupt(session, turn, context) : [];
    const add = (bodies: readonly EventBody[] | undefined) => void events.push(...(bodies ?? []));
    const now = () => after(session, events, context);
    add(modes[mode]?.beforeLeaving?.(situationOf(now(), mode, context)));
    add([{ type: 'mode_left', mode, thread }]);
    if (!returns) return events;
    const left = now();
    const below = activeMode(left).mode;
    add(modes[below]?.afterReturn?.(situationOf(left, below, context)));
    return events;
  }

  function leaveAll(session: SessionState, context: DecisionContext): EventBody[] {
    const events: EventBody[] = [];
    for (let left = session; left.stack.length > 1; left = after(session, events, context))
      events.push(...leaveTop(left, context, { returns: false }));
    return events;
  }

  /** Cuts the turn under way, lets every mode add what its end means, and then nothing follows any more. */
  function endAfter(session: SessionState, events: readonly EventBody[], context: DecisionContext): Decision {
    const all = [...events];
    all.push(...leaveAll(after(session, all, context), context));
    const left = after(session, all, context);
    if (left.turn) all.push(...interrupt(left, left.turn, context));
    const ending = after(session, all, context);
    for (const id of Object.keys(ending.modes) as ModeId[])
      all.push(...(modes[id]?.beforeEnd?.(situationOf(ending, id, context)) ?? []));
    return decided([...all, { type: 'session_complete' }]);
  }
}
