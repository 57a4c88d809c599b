/** What somebody is writing in a session, kept in this browser until it is said. */
const keyOf = (session: string) => `warren.draft.${session}`;

export function readDraft(session: string): string {
  try {
    return localStorage.getItem(keyOf(session)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(session: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(session));
    else localStorage.setItem(keyOf(session), text);
  } catch {
    // Storage is full or denied: the text still stands in the field.
  }
}
