import { useCallback, useEffect, useState } from 'react';

import { type SelectedWords, selectedWords } from './selected-words.ts';

/** A selection is read after this rest, so that it survives a press on its button. */
const RESTS_AFTER_MS = 150;
const HAS_OWN_SELECTION = '[role="dialog"], [role="alertdialog"]';

/** The selected words of the conversation, once the selection is finished. */
export function useSelectedWords(isWanted: boolean): { selected: SelectedWords | null; forget: () => void } {
  const [selected, setSelected] = useState<SelectedWords | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHeld = false;
    const look = () => {
      // The palette clears the selection, so the last one is kept.
      if (isHeld || document.activeElement?.closest(HAS_OWN_SELECTION)) return;
      setSelected(selectedWords(document.getSelection()));
    };
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, RESTS_AFTER_MS);
    };
    const onDown = (event: PointerEvent) => {
      isHeld = event.pointerType === 'mouse';
    };
    const onUp = () => {
      isHeld = false;
      lookSoon();
    };
    document.addEventListener('selectionchange', lookSoon);
    document.addEventListener('scroll', lookSoon, { capture: true, passive: true });
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', lookSoon);
      document.removeEventListener('scroll', lookSoon, { capture: true });
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
      setSelected(null);
    };
  }, [isWanted]);
  const forget = useCallback(() => setSelected(null), []);
  return { selected, forget };
}
