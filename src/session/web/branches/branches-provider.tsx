import { type ReactNode, useCallback, useMemo, useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';

import { TRUNK } from '../../domain/thread.ts';
import type { EarlierVersion, Message } from '../../protocol.ts';
import { useSessionExtension } from '../inner/session-extension.ts';
import type { OpenSession } from '../mode-screen.ts';
import { Transcript, type TranscriptProps } from '../transcript/transcript.tsx';
import { useThreadView } from '../transcript/use-thread-view.ts';
import type { Ask } from '../use-requests.ts';
import { type Branches, BranchesContext, type Edited } from './branches-context.ts';

interface BranchesProviderProps extends ShownParts {
  readonly view: OpenSession;
  readonly loadOlder: () => Promise<void>;
  /** Absent where nothing can be edited: earlier versions can still be read. */
  readonly ask?: Ask | undefined;
  readonly onResent?: () => void;
  readonly children: ReactNode;
}

/** Surrounds a transcript whose messages may have earlier versions. */
export function BranchesProvider({ view, loadOlder, ask, onResent, children, ...parts }: BranchesProviderProps) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [kept, setKept] = useState<Edited | null>(null);
  const [reading, setReading] = useState<EarlierVersion | null>(null);
  const { isInside } = useSessionExtension();
  const isOpen = view.state.status !== 'complete' && !isInside && ask !== undefined;
  const resend = useCallback(() => {
    if (!edited || edited.isSent || !ask) return;
    const { messageId, text: content } = edited;
    setKept(null);
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
      begin: ({ id: messageId, content }) =>
        setEdited({ messageId, text: kept?.messageId === messageId ? kept.text : content, isSent: false }),
      write: (text) => setEdited((now) => now && { ...now, text }),
      cancel: (isKept) => {
        setKept(isKept ? edited : null);
        setEdited(null);
      },
      resend,
      read: setReading,
    }),
    [edited, kept, isOpen, resend],
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

/** The rendering of the parts of messages. */
type ShownParts = Pick<TranscriptProps, 'renderPart' | 'inlineParts'>;

interface BranchDialogProps extends ShownParts {
  readonly view: OpenSession;
  readonly earlier: EarlierVersion;
  readonly loadOlder: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows an earlier version of a message, and what followed it. */
function BranchDialog({ view, earlier, loadOlder, onClose, ...parts }: BranchDialogProps) {
  const { thread, fromSeq } = earlier;
  const said = useThreadView(view, { thread, from: fromSeq, loadOlder });
  const { linesOn } = useSessionExtension();
  const first = said.older[0] ?? said.state.messages[0];
  return (
    <Dialog
      title="An earlier version"
      description="It is no longer part of the conversation, and is not sent to the model."
      onClose={onClose}
    >
      <div className="-mx-5 mt-4 -mb-5 flex h-[min(60dvh,640px)] flex-col border-t border-line bg-paper">
        <Transcript
          {...parts}
          view={said}
          isConnected
          label="The earlier version"
          goTo={first && !said.hasOlder ? { messageId: first.id } : null}
          lines={linesOn(thread)}
          onLoadOlder={loadOlder}
        />
      </div>
    </Dialog>
  );
}
