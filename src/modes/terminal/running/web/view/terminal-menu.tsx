import { useMutation } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { SessionState } from '#session/protocol.ts';
import { SessionMenu } from '#session/web/conversation/session-menu.tsx';
import { renameSession } from '#session/web/session-queries.ts';

import type { OtherServer, TerminalView } from '../../../protocol.ts';
import { noChatOf } from '../../domain/agents.ts';
import { hasEnded } from '../../domain/terminal-state.ts';
import { recordingUrl, stopTerminal } from '../queries.ts';
import { useRememberSession } from '../remember-session.ts';
import { LibraryLine } from './library-line.tsx';
import { WorktreeLine } from './worktree-line.tsx';

interface TerminalMenuProps {
  readonly state: SessionState;
  readonly terminal: TerminalView;
  readonly server: OtherServer | null;
  /** Shows in the chat the message that is visible in the terminal. */
  readonly onShowInChat?: () => void;
  readonly onFiles: () => void;
}

/** Closes the menu first, so that the action keeps the focus. */
const closeAnd = (close: () => void, act: () => void) => () => {
  close();
  act();
};

export function TerminalMenu({
  state: { session, title },
  terminal,
  server,
  onShowInChat,
  onFiles,
}: TerminalMenuProps) {
  const toast = useToast();
  const remember = useRememberSession();
  const { mutate: stop, isPending } = useMutation({
    mutationFn: () => stopTerminal(session),
    onError: (error) => toast({ text: messageOf(error) }),
  });
  const rename = (name: string) =>
    void renameSession(session, name).catch((error: unknown) => toast({ text: messageOf(error) }));
  return (
    <SessionMenu label="This terminal" title={title} onRename={rename}>
      {(close) => (
        <>
          <p className="mt-4 border-t border-line pt-3 text-sm break-words text-ink-soft">{terminal.folder}</p>
          <p className="mt-1 text-sm text-ink-faint">
            {terminal.billsKey ? 'It has the keys of the server.' : 'It has no keys of the server.'} Its output is
            recorded.
          </p>
          {terminal.program.kind === 'agent' && (
            <p className="mt-1 text-sm text-ink-faint">{noChatOf(terminal.program)}.</p>
          )}
          {!server && terminal.library && <LibraryLine session={session} library={terminal.library} />}
          {!server && <WorktreeLine folder={terminal.folder} />}
          <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
            {server?.isAlive !== false && (
              <a
                className="inline-flex min-h-[34px] items-center rounded-small border border-line-strong px-3 text-sm font-medium hover:bg-raised"
                href={recordingUrl(session)}
                download
              >
                Download the recording
              </a>
            )}
            {server?.isAlive !== false && <Button onClick={closeAnd(close, onFiles)}>Files</Button>}
            {onShowInChat && <Button onClick={closeAnd(close, onShowInChat)}>Show this place in the chat</Button>}
            {remember && terminal.program.kind === 'claude' && (
              <Button onClick={closeAnd(close, () => remember({ session, title }))}>What is worth remembering?</Button>
            )}
            {!server && !hasEnded(terminal.status) && (
              <Button isBusy={isPending} onClick={() => stop(undefined, { onSuccess: close })}>
                Stop
              </Button>
            )}
          </div>
        </>
      )}
    </SessionMenu>
  );
}
