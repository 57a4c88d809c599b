import { useEffect, useRef } from 'react';

import { isEditHeld } from './edit-lock.ts';
import { type KeptEdit, keptEdits } from './kept-edit.ts';

/** Finds words that were written in this browser and never saved, unless another window is still writing them. */
export function useKeptEdit(draftId: string, onFound: (kept: KeptEdit) => void): void {
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      for (const kept of keptEdits(draftId)) {
        if (await isEditHeld(kept)) continue;
        if (!isGone) found.current(kept);
        return;
      }
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [draftId]);
}
