import type { SessionState, Turn } from '../protocol.ts';
import { activeMode } from './active-mode.ts';

/** The turn that the person can stop: one on the active thread, or one elsewhere that a message on it waits for. */
export function turnToStop(session: Pick<SessionState, 'turn' | 'waiting' | 'stack' | 'mode'>): Turn | null {
  const { turn, waiting } = session;
  const { thread } = activeMode(session);
  const isHoldingUp = waiting.some((message) => message.thread === thread);
  return turn && (turn.thread === thread || isHoldingUp) ? turn : null;
}
