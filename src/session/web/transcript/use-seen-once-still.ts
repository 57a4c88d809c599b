import { type RefObject, useLayoutEffect } from 'react';

const STILL_FRAMES = 2;
/** Half a second: what is not still by then is seen while it moves. */
const MAX_FRAMES = 30;

/** A document without a screen has no fonts. */
const areFontsLoading = () => (document as Partial<Document>).fonts?.status === 'loading';

/**
 * Paints nothing of an element until its height stands: rows have their own heights only after they were measured, and
 * their lines after the fonts and the code that formats them have come. What waits for code says so: `data-arriving`.
 */
export function useSeenOnceStill(element: RefObject<HTMLElement | null>, isKnown: boolean): void {
  useLayoutEffect(() => {
    const held = element.current;
    if (!held || isKnown) return undefined;
    // Not `visibility`: what is in it can have the focus.
    held.style.opacity = '0';
    let [height, still, frames] = [-1, 0, 0];
    const show = () => (held.style.opacity = '');
    const look = () => {
      frames += 1;
      const isArriving = areFontsLoading() || held.querySelector('[data-arriving]') !== null;
      still = held.offsetHeight === height && !isArriving ? still + 1 : 0;
      height = held.offsetHeight;
      if (still >= STILL_FRAMES || frames >= MAX_FRAMES) show();
      else next = requestAnimationFrame(look);
    };
    let next = requestAnimationFrame(look);
    return () => {
      cancelAnimationFrame(next);
      show();
    };
    // Only when it is first shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
