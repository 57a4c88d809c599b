import { type RefObject, useEffect } from 'react';

const TAKES_LETTERS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';
const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Sends keys that no element takes to the composer, or to the field that replaces it. */
export function useStrayTyping(composer: RefObject<{ focus(): void } | null>): void {
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target }: KeyboardEvent) => {
      // Space presses buttons and scrolls.
      if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey || key === ' ' || Array.from(key).length > 1)
        return;
      if (!(target instanceof Element) || target.closest(TAKES_LETTERS) || document.querySelector(OVER_THE_PAGE))
        return;
      // The browser types the key itself into the newly focused element.
      composer.current?.focus();
    };
    // Shortcuts of the page are handled on `document`, before this listener.
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [composer]);
}
