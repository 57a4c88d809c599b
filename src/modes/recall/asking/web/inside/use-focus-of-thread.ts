import { type RefObject, useEffect, useRef } from 'react';

import { focusQuietly } from './focus-quietly.ts';

interface Goal {
  readonly screen: RefObject<HTMLElement | null>;
  /** Moves the focus to where writing goes on; false where a keyboard would cover what is read. */
  readonly goOnWriting: () => boolean;
  readonly isInside: boolean;
  /** Something else that came with the thread has the focus. */
  readonly isTaken: boolean;
  /** Nobody asked for the thread here: the next key may have been meant for what was written before. */
  readonly wasMoved: boolean;
}

const HAS_OWN_FOCUS = '[role="dialog"], [role="alertdialog"]';

/** Coming to a thread takes the focus along: to what is written, or to what is read. */
export function useFocusOfThread(thread: string, goal: Goal): void {
  const { screen, goOnWriting, isInside, isTaken, wasMoved } = goal;
  const came = useRef<string | null>(null);
  useEffect(() => {
    if (came.current === thread) return;
    const isFirst = came.current === null;
    came.current = thread;
    const mayWrite = isFirst || !wasMoved;
    if (!mayWrite && document.activeElement?.closest(HAS_OWN_FOCUS)) return;
    if (mayWrite && (isTaken || goOnWriting())) return;
    const log = screen.current?.querySelector<HTMLElement>('[role="log"]');
    // The page's heading has it already, unless that is hidden.
    if (log && (!isFirst || isInside)) focusQuietly(log);
  }, [thread, isInside, isTaken, wasMoved, goOnWriting, screen]);
}
