import { Dialog } from '#elements/web/dialog.tsx';

import type { EarlierVersion } from '../../protocol.ts';
import { useSessionExtension } from '../inner/session-extension.ts';
import type { OpenSession } from '../mode-screen.ts';
import { Transcript, type TranscriptProps } from '../transcript/transcript.tsx';
import { useThreadView } from '../transcript/use-thread-view.ts';

/** How the parts of messages are shown. */
export type ShownParts = Pick<TranscriptProps, 'renderPart' | 'inlineParts'>;

interface BranchDialogProps extends ShownParts {
  readonly view: OpenSession;
  readonly earlier: EarlierVersion;
  readonly loadOlder: () => Promise<void>;
  readonly onClose: () => void;
}

/** An earlier version of a message with what followed it, to read. */
export function BranchDialog({ view, earlier, loadOlder, onClose, ...parts }: BranchDialogProps) {
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
