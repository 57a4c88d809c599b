import { TRUNK } from '../../domain/thread.ts';

/** What somebody is writing in a session, on each of its threads, kept in this browser until it is said. */
const keyOf = (draft: string) => `warren.draft.${draft}`;

/** What the draft of a thread is kept under. */
export function draftOf(session: string, thread: string): string {
  return thread === TRUNK ? session : `${session}.${thread}`;
}

export function readDraft(draft: string): string {
  try {
    return localStorage.getItem(keyOf(draft)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(draft: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(draft));
    else localStorage.setItem(keyOf(draft), text);
  } catch {
    // Storage is full or denied: the text still stands in the field.
  }
}
