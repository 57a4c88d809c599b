import { useEffect } from 'react';

/** Elements that use Escape themselves. */
const USES_ESCAPE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Handles Escape if nothing else uses it. */
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
