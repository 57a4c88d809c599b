import type { ReactNode } from 'react';

import { SessionUsageLine } from '#language-model/web/session-usage.tsx';
import type { SessionState } from '#session/protocol.ts';
import { Answering, LeavingInner, SessionMenu as Menu } from '#session/web/conversation/session-menu.tsx';

interface SessionMenuProps {
  readonly state: SessionState;
  /** The name of the agent that answers now. */
  readonly answering: string;
  readonly onRename: (title: string) => void;
  /** Set while an inner mode is open, in which no other button leaves the session. */
  readonly onLeave?: () => void;
  /** Items that do not fit in the header. */
  readonly children?: ((close: () => void) => ReactNode) | undefined;
}

/** Rare actions of a session: rename it, change its voice. Also shows who answers and what the session cost. */
export function SessionMenu({ state: { session, title }, answering, onRename, onLeave, children }: SessionMenuProps) {
  return (
    <Menu label="This session" title={title} onRename={onRename}>
      {(close) => (
        <>
          {children?.(close)}
          <Answering agent={answering} />
          <div className="mt-1.5">
            <SessionUsageLine sessionId={session} />
          </div>
          {onLeave && <LeavingInner close={close} onLeave={onLeave} />}
        </>
      )}
    </Menu>
  );
}
