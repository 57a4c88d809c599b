import { SessionUsageLine } from '#language-model/web/session-usage.tsx';
import type { SessionState } from '#session/protocol.ts';
import { Answering, Leaving, LeavingInner, SessionMenu as Menu } from '#session/web/conversation/session-menu.tsx';

interface SessionMenuProps {
  readonly state: SessionState;
  /** The name of the agent that answers now. */
  readonly answering: string | undefined;
  readonly isCovered: boolean;
  readonly onRename: (title: string) => void;
  /** Absent if a panel of the session offers it. */
  readonly onEnd?: () => void;
  /** Set while an inner mode is open, in which no other button leaves the session. */
  readonly onLeave?: () => void;
}

/** Rare actions on a session: renaming it and, while an inner mode hides the header, leaving or ending it. */
export function SessionMenu({ state, answering, isCovered, onRename, onEnd, onLeave }: SessionMenuProps) {
  const points = isCovered ? 'Every point is recalled.' : 'Points not recalled yet come back soon.';
  return (
    <Menu label="This session" title={state.title} onRename={onRename}>
      {(close) => (
        <>
          <Answering agent={answering ?? state.agent} />
          <div className="mt-1.5">
            <SessionUsageLine sessionId={state.session} />
          </div>
          {onLeave && <LeavingInner close={close} onLeave={onLeave} />}
          {onEnd && (
            // On a desktop the header has a button for it, unless an inner mode hides it.
            <div className={onLeave ? '' : 'wide:hidden'}>
              <Leaving
                about={`${onLeave ? 'You return to the session first. ' : ''}Finishing is final. ${points}`}
                label="Finish and see results"
                close={close}
                onLeave={onEnd}
              />
            </div>
          )}
        </>
      )}
    </Menu>
  );
}
