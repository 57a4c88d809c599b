import { type RefObject, useEffect, useRef } from 'react';

interface Goal {
  readonly screen: RefObject<HTMLElement | null>;
  /** Moves the focus to where writing goes on; false where a keyboard would cover what is read. */
  readonly goOnWriting: () => boolean;
  readonly isInside: boolean;
  /** Something else that came with the thread has the focus. */
  readonly isTaken: boolean;
}

/** Coming to a thread takes the focus along: to what is written, or to what is read. */
export function useFocusOfThread(thread: string, { screen, goOnWriting, isInside, isTaken }: Goal): void {
  const came = useRef<string | null>(null);
  useEffect(() => {
    if (came.current === thread) return;
    const isFirst = came.current === null;
    came.current = thread;
    if (isTaken || goOnWriting()) return;
    // The page's heading has it already, unless that is hidden.
    if (!isFirst || isInside)
      screen.current?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
  }, [thread, isInside, isTaken, goOnWriting, screen]);
}
