import { useEffect } from 'react';

interface PaletteKey {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Ctrl/Cmd-K opens and closes the palette. It does nothing over another dialog, which may hold text. */
export function usePaletteKey({ isOpen, open, close }: PaletteKey): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      if (isOpen) close();
      else if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, open, close]);
}
