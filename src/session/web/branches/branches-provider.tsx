import { type ReactNode, useCallback, useMemo, useState } from 'react';

import { TRUNK } from '../../domain/thread.ts';
import type { EarlierVersion, Message } from '../../protocol.ts';
import { useSessionExtension } from '../inner/session-extension.ts';
import type { OpenSession } from '../mode-screen.ts';
import type { Ask } from '../use-requests.ts';
import { BranchDialog, type ShownParts } from './branch-dialog.tsx';
import { type Branches, BranchesContext, type Edited } from './branches-context.ts';

interface BranchesProviderProps extends ShownParts {
  readonly view: OpenSession;
  readonly loadOlder: () => Promise<void>;
  /** Absent where nothing can be edited: earlier versions can still be read. */
  readonly ask?: Ask | undefined;
  /** After the new words were sent. */
  readonly onResent?: () => void;
  readonly children: ReactNode;
}

/** Surrounds a transcript whose messages may have earlier versions. */
export function BranchesProvider({ view, loadOlder, ask, onResent, children, ...parts }: BranchesProviderProps) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [reading, setReading] = useState<EarlierVersion | null>(null);
  const { isInside } = useSessionExtension();
  const isOpen = view.state.status !== 'complete' && !isInside && ask !== undefined;
  const resend = useCallback(() => {
    if (!edited || edited.isSent || !ask) return;
    const { messageId, text: content } = edited;
    setEdited({ ...edited, isSent: true });
    ask({ type: 'edit_message', messageId, content }, (isDone) => {
      setEdited((now) => (now?.messageId !== messageId || isDone ? null : { ...now, isSent: false }));
      if (isDone) onResent?.();
    });
  }, [edited, ask, onResent]);
  const branches = useMemo<Branches>(
    () => ({
      edited,
      mayEdit: ({ author, thread, status }: Message) =>
        isOpen && author === 'person' && thread === TRUNK && status === 'complete',
      begin: ({ id: messageId, content: text }) => setEdited({ messageId, text, isSent: false }),
      write: (text) => setEdited((now) => now && { ...now, text }),
      cancel: () => setEdited(null),
      resend,
      read: setReading,
    }),
    [edited, isOpen, resend],
  );
  return (
    <BranchesContext value={branches}>
      {children}
      {reading && (
        <BranchDialog
          key={reading.thread}
          {...parts}
          view={view}
          earlier={reading}
          loadOlder={loadOlder}
          onClose={() => setReading(null)}
        />
      )}
    </BranchesContext>
  );
}
