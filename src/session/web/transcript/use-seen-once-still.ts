import { type RefObject, useLayoutEffect } from 'react';

const STILL_FRAMES = 2;
/** Half a second: then the element is shown even if its height still changes. */
const MAX_FRAMES = 30;

/** A document without a screen has no fonts. */
const areFontsLoading = () => (document as Partial<Document>).fonts?.status === 'loading';

/**
 * Keeps an element invisible until its height is stable: rows have their final heights only after they were measured,
 * and their lines only after the fonts and the formatting code have arrived. An element that waits for code has the
 * attribute `data-arriving`.
 */
export function useSeenOnceStill(element: RefObject<HTMLElement | null>, isKnown: boolean): void {
  useLayoutEffect(() => {
    const held = element.current;
    if (!held || isKnown) return undefined;
    // Not `visibility`: an element inside can have the focus.
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
    // Only when the element is first shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
