import { windowId } from './window-id.ts';

/** An edit that is not saved yet, as this browser stores it. */
export interface UnsavedEdit {
  /** One stay in the editor: the id that its saves carry. */
  readonly editing: string;
  /** The version that was on the screen, and its revision. */
  readonly number: number;
  readonly revision: number;
  /** The number of its next save. */
  readonly save: number;
  readonly title: string;
  readonly text: string;
}

export interface StoredEdit extends UnsavedEdit {
  /** The window that keeps it, and when it last did. */
  readonly window: string;
  readonly keptAt: number;
}

const PREFIX = 'warren.draft-edit.';
const keyOf = (draftId: string, editing: string) => `${PREFIX}${draftId}.${editing}`;

/** Storage that is full or denied keeps nothing: the text is still in the field. */
export function storeEdit(draftId: string, edit: UnsavedEdit): void {
  try {
    localStorage.setItem(
      keyOf(draftId, edit.editing),
      JSON.stringify({ ...edit, window: windowId(), keptAt: Date.now() } satisfies StoredEdit),
    );
  } catch {
    // The next save is tried all the same.
  }
}

export function forgetEdit(draftId: string, editing: string): void {
  try {
    localStorage.removeItem(keyOf(draftId, editing));
  } catch {
    // Then it is saved once more, with the same text.
  }
}

export function storedEdits(draftId: string): readonly StoredEdit[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys
      .filter((key) => key.startsWith(keyOf(draftId, '')))
      .flatMap((key) => JSON.parse(localStorage.getItem(key) ?? '[]') as StoredEdit | []);
  } catch {
    return [];
  }
}
