import { type ChatInput, restoredInput } from '../../domain/shown/chat-input.ts';

/** Each input has a key of its own: two windows of a session do not overwrite each other's. */
const prefixOf = (session: string) => `warren.chat-input.${session}.`;

export function keepInput(session: string, input: ChatInput): void {
  try {
    localStorage.setItem(prefixOf(session) + input.id, JSON.stringify(input));
  } catch {
    // Storage is full or denied: the input is lost with the page.
  }
}

export function forgetInput(session: string, id: string): void {
  try {
    localStorage.removeItem(prefixOf(session) + id);
  } catch {
    // There is nothing to forget where nothing can be kept.
  }
}

/** What was not confirmed before the page was left, oldest first. */
export function keptInputs(session: string): readonly ChatInput[] {
  try {
    const now = Date.now();
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(session)))
      .flatMap((key) => restoredInput(localStorage.getItem(key) ?? '', now) ?? [])
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  } catch {
    return [];
  }
}
