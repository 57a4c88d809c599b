import { AppError } from '#wire/error-kind.ts';

import { TRUNK } from '../../domain/thread.ts';
import type { Message, SessionState } from '../../protocol.ts';

/** Refuses a change of a session whose log is damaged after this seq. */
export function damagedSession(after: number): AppError {
  return new AppError(
    'refused',
    `This session can only be read: its log is damaged after entry ${after}. "warren check" says more.`,
    { reason: 'damaged' },
  );
}

/** The state up to the damage, with a notice of it at the end of the transcript. Nothing is under way in it. */
export function upToDamage(state: SessionState): SessionState {
  const notice: Message = {
    ...noticeOf(state.session, state.head + 1),
    author: 'notice',
    seq: state.head + 1,
    at: state.updatedAt,
    status: 'complete',
    content:
      'What follows cannot be read: the stored session is damaged here. It can be read up to this point and not be ' +
      'continued. Restore a backup to get the rest back.',
  };
  return {
    ...state,
    turn: null,
    waiting: [],
    messages: [...state.messages, notice],
    messageCount: state.messageCount + 1,
  };
}

/** The id of the notice that replaces a damaged entry. */
export function noticeOf(session: string, seq: number): { id: string; thread: string } {
  return { id: `damaged-${seq}-${session}`.slice(0, 64), thread: TRUNK };
}
