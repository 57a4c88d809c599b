import type { ModeId, SessionState, Turn } from '../protocol.ts';
import { TRUNK } from './thread.ts';

/** The mode that was entered last on a thread. */
export function modeOf(session: Pick<SessionState, 'stack' | 'mode'>, thread: string): ModeId {
  return session.stack.findLast((active) => active.thread === thread)?.mode ?? session.mode;
}

/** The mode on top of the stack and its thread: new messages go there. */
export function activeMode(session: Pick<SessionState, 'stack' | 'mode'>): { mode: ModeId; thread: string } {
  return session.stack.at(-1) ?? { mode: session.mode, thread: TRUNK };
}

/** The turn that the person can stop: one on the active thread. */
export function turnToStop(session: Pick<SessionState, 'turn' | 'stack' | 'mode'>): Turn | null {
  const { turn } = session;
  return turn?.thread === activeMode(session).thread ? turn : null;
}
