import type { SessionState } from '../protocol.ts';
import type { ModeDomains } from './mode.ts';

/** The message to be prepared next: the turn's, or one whose turn was cut short; null where nothing is to be done. */
export function nextPreparation(session: SessionState, modes: ModeDomains): string | null {
  const { turn, status } = session;
  if (turn) return turn.replyId === null ? turn.messageId : null;
  if (status === 'complete') return null;
  const top = session.stack.at(-1)?.mode ?? session.mode;
  return modes[top]?.unprepared?.(session.modes[top] as object) ?? null;
}
