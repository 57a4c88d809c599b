import type { SessionState, Turn } from '../protocol.ts';
import { activeMode } from './active-mode.ts';

/**
 * The turn that the person can stop: the one before them, or one elsewhere that holds up what waits before them. A reply
 * on another thread that nothing waits for is none of theirs to stop here.
 */
export function turnToStop(session: Pick<SessionState, 'turn' | 'waiting' | 'stack' | 'mode'>): Turn | null {
  const { turn, waiting } = session;
  const { thread } = activeMode(session);
  const isHoldingUp = waiting.some((message) => message.thread === thread);
  return turn && (turn.thread === thread || isHoldingUp) ? turn : null;
}
