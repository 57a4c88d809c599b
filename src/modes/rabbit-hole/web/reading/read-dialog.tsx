import { useMemo } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import type { OpenSession } from '#session/web/mode-screen.ts';
import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';
import { useThreadView } from '#session/web/transcript/use-thread-view.ts';

/** A thread to read, at a message; by default the trunk at its end, a hole from its beginning. */
export interface ThreadReading {
  readonly thread: string;
  readonly messageId: string | null;
}

interface ReadDialogProps {
  readonly view: OpenSession;
  readonly reading: ThreadReading;
  readonly title: string;
  readonly description: string;
  /** The thread's first seq. */
  readonly from: number;
  /** Null for the trunk's colours. */
  readonly light: 'rabbit-hole' | null;
  readonly lines?: readonly TranscriptLine[];
  readonly loadOlder: () => Promise<void>;
  readonly onClose: () => void;
}

/** A thread's messages, read-only. */
export function ReadDialog({
  view,
  reading,
  title,
  description,
  from,
  light,
  lines,
  loadOlder,
  onClose,
}: ReadDialogProps) {
  const { thread, messageId } = reading;
  const said = useThreadView(view, { thread, from, loadOlder });
  const first = light === null || said.hasOlder ? undefined : (said.older[0] ?? said.state.messages[0])?.id;
  const begins = messageId ?? first;
  const goTo = useMemo(() => (begins === undefined ? null : { messageId: begins }), [begins]);
  return (
    <Dialog title={title} description={description} onClose={onClose} light={light ?? undefined}>
      <div className="-mx-5 mt-4 -mb-5 flex h-[min(60dvh,640px)] flex-col border-t border-line bg-paper">
        <Transcript
          view={said}
          isConnected
          label={`What was said about ${title}`}
          goTo={goTo}
          onLoadOlder={loadOlder}
          {...(lines && { lines })}
        />
      </div>
    </Dialog>
  );
}
