import type { SessionState, Turn } from '../protocol.ts';
import { activeMode } from './active-mode.ts';

/** The turn that the person can stop: one on the active thread. */
export function turnToStop(session: Pick<SessionState, 'turn' | 'stack' | 'mode'>): Turn | null {
  const { turn } = session;
  return turn?.thread === activeMode(session).thread ? turn : null;
}
