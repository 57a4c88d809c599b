import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus into the column of the returned ref when a source opens, and the column with the focus gives way to it.
 */
export function useVisibleFocus(sourceId: string | undefined): RefObject<HTMLElement | null> {
  const column = useRef<HTMLElement>(null);
  const before = useRef(sourceId);
  useEffect(() => {
    if (before.current === sourceId) return;
    before.current = sourceId;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || !isShown(activeElement);
    if (isLost) column.current?.focus({ preventScroll: true });
  }, [sourceId]);
  return column;
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
