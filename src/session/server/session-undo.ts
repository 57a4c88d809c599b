import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { LiveSessions } from './live/live-sessions.ts';

export const SESSION_RENAMED = 'session-renamed';

export interface SessionRenamed {
  readonly session: string;
  readonly from: string;
  readonly to: string;
}

/** Undoes a change of a session's title, through the session's mailbox like every change. */
export function sessionUndoHandlers(sessions: LiveSessions): UndoHandlers {
  return {
    [SESSION_RENAMED]: {
      async before({ person, reversal }) {
        const { session, from, to } = reversal as SessionRenamed;
        const live = await sessions.get({ person, session });
        if (live.damage) throw live.damage;
        const { title } = live.state;
        if (title === from) return;
        if (title !== to) throw changedSince('This session has been renamed again since. Rename it where it stands.');
        await live.submit({ type: 'change_title', title: from });
      },
    },
  };
}
