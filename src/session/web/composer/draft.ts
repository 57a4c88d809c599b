import { TRUNK } from '../../domain/thread.ts';

/** The key under which this browser stores the unsent text of a thread. */
const storageKey = (draft: string) => `warren.draft.${draft}`;

/** The key of the draft of a thread, for the functions below. */
export function draftKey(session: string, thread: string): string {
  return thread === TRUNK ? session : `${session}.${thread}`;
}

export function readMessageDraft(draft: string): string {
  try {
    return localStorage.getItem(storageKey(draft)) ?? '';
  } catch {
    return '';
  }
}

export function keepMessageDraft(draft: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(storageKey(draft));
    else localStorage.setItem(storageKey(draft), text);
  } catch {
    // Storage is full or denied: the text is still in the field.
  }
}
