import { type ReactNode, useCallback, useMemo, useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { count } from '#elements/web/text/figures.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import { Transcript } from '#session/web/transcript/transcript.tsx';
import { useThreadView } from '#session/web/transcript/use-thread-view.ts';

import { timeIn } from '../../domain/rabbithole-state.ts';
import { rabbitholesOf } from '../use-rabbithole.ts';
import { lasting } from '../words.ts';

interface ReadingOfSession {
  readonly dialog: ReactNode;
  readonly read: (thread: string, messageId?: string) => void;
}

export function useReading(view: OpenSession, loadOlder: () => Promise<void>): ReadingOfSession {
  const [reading, setReading] = useState<ThreadReading | null>(null);
  const read = useCallback((thread: string, messageId?: string) => {
    setReading({ thread, messageId: messageId ?? null });
  }, []);
  const close = useCallback(() => setReading(null), []);
  if (!reading) return { dialog: null, read };
  const same = { view, reading, loadOlder, onClose: close };
  if (reading.thread === TRUNK) {
    const description = 'Your session as you left it. It goes on once you return.';
    return {
      dialog: <ReadDialog {...same} title={view.state.title} {...{ description }} from={0} light={null} />,
      read,
    };
  }
  const hole = rabbitholesOf(view.state).holes.find(({ id }) => id === reading.thread);
  if (!hole) return { dialog: null, read };
  const { visits, topic } = hole;
  const spent = visits.reduce((sum, visit) => sum + timeIn(visit), 0);
  const often = visits.length > 1 ? `, in ${count(visits.length, 'visit')}` : '';
  const description = `A rabbit hole of this session. You were in it for ${lasting(spent)}${often}.`;
  const from = visits[0]?.enteredSeq ?? 0;
  return { dialog: <ReadDialog {...same} title={topic} {...{ description, from }} light="rabbit-hole" />, read };
}

/** A thread to read, from a given message; by default the trunk opens at its end, a hole at its beginning. */
interface ThreadReading {
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
  readonly loadOlder: () => Promise<void>;
  readonly onClose: () => void;
}

/** A thread's messages, read-only. */
function ReadDialog({ view, reading, title, description, from, light, loadOlder, onClose }: ReadDialogProps) {
  const { thread, messageId } = reading;
  const threadView = useThreadView(view, { thread, from, loadOlder });
  const first =
    light === null || threadView.hasOlder ? undefined : (threadView.older[0] ?? threadView.state.messages[0])?.id;
  const begins = messageId ?? first;
  const goTo = useMemo(() => (begins === undefined ? null : { messageId: begins }), [begins]);
  return (
    <Dialog title={title} description={description} onClose={onClose} light={light ?? undefined}>
      <div className="-mx-5 mt-4 -mb-5 flex h-[min(60dvh,640px)] flex-col border-t border-line bg-paper">
        <Transcript
          view={threadView}
          isConnected
          label={`What was said about ${title}`}
          goTo={goTo}
          onLoadOlder={loadOlder}
        />
      </div>
    </Dialog>
  );
}
