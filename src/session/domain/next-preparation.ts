import type { ModeId, SessionState } from '../protocol.ts';
import type { ModeDomains } from './mode.ts';

interface Preparation {
  readonly messageId: string;
  readonly mode: ModeId;
}

/** The message to be prepared next: the turn's, or one whose turn was cut short; null where nothing is to be done. */
export function nextPreparation(session: SessionState, modes: ModeDomains): Preparation | null {
  const { turn, status } = session;
  if (turn) return turn.replyId === null ? turn : null;
  return status === 'complete' ? null : unprepared(session, modes);
}

/** A message that a mode has not read yet, whether or not its turn has come. */
export function unprepared(session: SessionState, modes: ModeDomains): Preparation | null {
  for (const { mode } of session.stack) {
    const state = session.modes[mode];
    const messageId = state ? (modes[mode]?.unprepared?.(state) ?? null) : null;
    if (messageId !== null) return { messageId, mode };
  }
  return null;
}
