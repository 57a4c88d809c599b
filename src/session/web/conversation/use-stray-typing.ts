import { type RefObject, useEffect } from 'react';

const TAKES_LETTERS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';
const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** What is typed where nothing takes it goes to the composer, or to what one writes in instead. */
export function useStrayTyping(composer: RefObject<{ focus(): void } | null>): void {
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target }: KeyboardEvent) => {
      // Space presses buttons and scrolls.
      if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey || key === ' ' || Array.from(key).length > 1)
        return;
      if (!(target instanceof Element) || target.closest(TAKES_LETTERS) || document.querySelector(OVER_THE_PAGE))
        return;
      // The key itself is typed where the focus is then.
      composer.current?.focus();
    };
    // Keys that mean something on the page are listened for on the document, and have been used by then.
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [composer]);
}
