import { type RefObject, useEffect, useRef } from 'react';

import { giveTyped } from '#elements/web/focus/typed-ahead.ts';

interface Goal {
  readonly screen: RefObject<HTMLElement | null>;
  /** Focuses the composer; false where an on-screen keyboard would cover the text. */
  readonly continueWriting: () => boolean;
  readonly isInside: boolean;
  /** Another element that appeared with the thread takes the focus. */
  readonly isTaken: boolean;
  /** Another window changed the thread: the next key can be meant for the text that was being written. */
  readonly wasMoved: boolean;
}

const HAS_OWN_FOCUS = '[role="dialog"], [role="alertdialog"]';

/** Moves the focus when the thread changes: to the composer, or to the transcript. */
export function useFocusOfThread(thread: string, goal: Goal): void {
  const { screen, continueWriting, isInside, isTaken, wasMoved } = goal;
  const came = useRef<string | null>(null);
  useEffect(() => {
    if (came.current === thread) return;
    const isFirst = came.current === null;
    came.current = thread;
    const mayWrite = isFirst || !wasMoved;
    if (!mayWrite && document.activeElement?.closest(HAS_OWN_FOCUS)) return;
    if (mayWrite && (isTaken || continueWriting())) return giveTyped();
    giveTyped();
    const log = screen.current?.querySelector<HTMLElement>('[role="log"]');
    // The heading of the page has the focus already, unless it is hidden.
    if (log && (!isFirst || isInside)) focusQuietly(log);
  }, [thread, isInside, isTaken, wasMoved, continueWriting, screen]);
}

/** Focuses an element that the person did not choose. Its focus ring appears after a key other than a letter. */
function focusQuietly(element: HTMLElement): void {
  const { dataset } = element;
  dataset['quiet'] = '';
  const end = () => {
    delete dataset['quiet'];
    element.removeEventListener('keydown', onKey);
    element.removeEventListener('blur', end);
  };
  // A letter can be the rest of a word that was being typed elsewhere.
  const onKey = ({ key }: KeyboardEvent) => key.length > 1 && end();
  element.addEventListener('keydown', onKey);
  element.addEventListener('blur', end);
  element.focus({ preventScroll: true });
}
