import { useEffect, useRef } from 'react';

import { allStored, storedJson } from '#elements/web/page/stored.ts';

import { isEditHeld, windowId } from './edit-lock.ts';

/** An unsaved edit, as this browser stores it. */
export interface UnsavedEdit {
  /** The id of the stay in the editor, which all of its saves have. */
  readonly editing: string;
  /** The version on the screen, and its revision. */
  readonly number: number;
  readonly revision: number;
  /** The number of its next save. */
  readonly save: number;
  readonly title: string;
  readonly text: string;
}

export interface StoredEdit extends UnsavedEdit {
  /** The window that stored it, and the time. */
  readonly window: string;
  readonly keptAt: number;
}

const prefixOf = (draftId: string) => `warren.draft-edit.${draftId}.`;
const stored = (draftId: string, editing: string) =>
  storedJson<StoredEdit>('localStorage', prefixOf(draftId) + editing);

export function storeEdit(draftId: string, edit: UnsavedEdit): void {
  stored(draftId, edit.editing).write({ ...edit, window: windowId(), keptAt: Date.now() });
}

export function forgetEdit(draftId: string, editing: string): void {
  stored(draftId, editing).write(null);
}

export function storedEdits(draftId: string): readonly StoredEdit[] {
  return allStored(prefixOf(draftId));
}

/** Finds words that were written in this browser and never saved, unless another window is still in that stay. */
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
