import { type ReactNode, useCallback, useState } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import { timeIn } from '../../domain/time-in-hole.ts';
import { rabbitholesOf } from '../use-rabbithole.ts';
import { counted, lasting } from '../words.ts';
import { ReadDialog, type ThreadReading } from './read-dialog.tsx';

interface ReadingOfSession {
  readonly dialog: ReactNode;
  readonly read: (thread: string, messageId?: string) => void;
}

/** Reads another thread without switching to it. */
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
  const often = visits.length > 1 ? `, in ${counted(visits.length, 'visit')}` : '';
  const description = `A rabbit hole of this session. You were in it for ${lasting(spent)}${often}.`;
  const from = visits[0]?.enteredSeq ?? 0;
  return { dialog: <ReadDialog {...same} title={topic} {...{ description, from }} light="rabbit-hole" />, read };
}
