import { useEffect } from 'react';

/** Whatever has a use of its own for Escape. */
const USES_ESCAPE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Escape, where nothing else is to be closed with it. */
export function useReturnOnEscape(isInside: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isInside) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (document.querySelector(USES_ESCAPE)) return;
      event.preventDefault();
      onEscape();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isInside, onEscape]);
}
