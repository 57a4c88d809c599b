import type { ModeId, SessionState } from '../protocol.ts';
import { TRUNK } from './thread.ts';

/** The mode that has a thread: the one last entered on it. */
export function modeOf(session: Pick<SessionState, 'stack' | 'mode'>, thread: string): ModeId {
  return session.stack.findLast((active) => active.thread === thread)?.mode ?? session.mode;
}

/** What the person says goes to the mode on top of the stack, on its thread. */
export function activeMode(session: Pick<SessionState, 'stack' | 'mode'>): { mode: ModeId; thread: string } {
  return session.stack.at(-1) ?? { mode: session.mode, thread: TRUNK };
}
