import { TRUNK } from '../../domain/thread.ts';

/** Drafts: the unsent text of each thread of a session, kept in this browser. */
const keyOf = (draft: string) => `warren.draft.${draft}`;

/** The key of the draft of a thread. */
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
    // Storage is full or denied: the text is still in the field.
  }
}
