/** The text in a set's paste dialog, kept in this tab until it is added or discarded. */
const keyOf = (setId: string) => `warren.paste.${setId}`;

export function readPasteDraft(setId: string): string {
  try {
    return sessionStorage.getItem(keyOf(setId)) ?? '';
  } catch {
    return '';
  }
}

export function keepPaste(setId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(setId));
    else sessionStorage.setItem(keyOf(setId), text);
  } catch {
    // Storage is full or denied; the text remains in the field.
  }
}
