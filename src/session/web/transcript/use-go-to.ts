import { type RefObject, useEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';

import type { Row } from './rows/rows.ts';

/** The id of a message or a line to scroll to. A new object with the same id scrolls there again. */
export interface GoTo {
  readonly messageId: string;
}

interface GoToPlace {
  readonly goTo: GoTo | null;
  readonly rows: readonly Row[];
  readonly virtualizer: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly letGo: () => void;
}

/** A distant row has its layout some frames after scrolling to it. */
const MAX_FRAMES = 40;

/** Scrolls to a message and focuses it, as soon as it is among the rows. */
export function useGoTo({ goTo, rows, virtualizer, scroller, letGo }: GoToPlace): void {
  const reached = useRef<GoTo | null>(null);
  const index = goTo === null ? -1 : rows.findIndex((row) => row.id === goTo.messageId);
  useEffect(() => {
    if (!goTo || index === -1 || reached.current === goTo) return undefined;
    letGo();
    let frames = 0;
    let frame = 0;
    const look = () => {
      virtualizer.current?.scrollToIndex(index, { align: 'center' });
      const id = CSS.escape(goTo.messageId);
      const row = scroller.current?.querySelector(`[data-message-id="${id}"], [data-line-id="${id}"]`);
      frames += 1;
      if (row instanceof HTMLElement && frames > 2) {
        reached.current = goTo;
        row.focus({ preventScroll: true });
      } else if (frames < MAX_FRAMES) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [goTo, index, virtualizer, scroller, letGo]);
}
