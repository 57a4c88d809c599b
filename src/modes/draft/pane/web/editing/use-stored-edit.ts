import { useEffect, useRef } from 'react';

import { isEditHeld } from './edit-lock.ts';
import { type UnsavedEdit, storedEdits } from './stored-edit.ts';

/** Finds words that were written in this browser and never saved, unless another window is still writing them. */
export function useStoredEdit(draftId: string, onFound: (kept: UnsavedEdit) => void): void {
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      for (const kept of storedEdits(draftId)) {
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
