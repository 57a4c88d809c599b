import { useEffect, useRef } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { TRUNK } from '#session/domain/thread.ts';

/** Announces a change of thread that came from another window. */
export function useMovedWords(thread: string, wasMoved: boolean): void {
  const toast = useToast();
  const shownThread = useRef(thread);
  useEffect(() => {
    if (shownThread.current === thread) return;
    shownThread.current = thread;
    if (!wasMoved) return;
    toast({ text: thread === TRUNK ? 'You returned in another window.' : 'You turned off in another window.' });
  }, [thread, wasMoved, toast]);
}
