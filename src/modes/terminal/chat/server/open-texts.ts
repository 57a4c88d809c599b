import type { ChatMessageUpdate } from '../protocol.ts';

type TextUpdate = Omit<ChatMessageUpdate, 'type' | 'session'>;

/** The texts of open messages as last shown. They grow at their end, and are occasionally corrected. */
export class OpenTexts {
  readonly #texts = new Map<string, string>();

  /** Null if nothing changed. */
  update(messageId: string, content: string): TextUpdate | null {
    const before = this.#texts.get(messageId) ?? '';
    if (before === content) return null;
    this.#texts.set(messageId, content);
    const offset = commonLength(before, content);
    return { messageId, offset, contentDelta: content.slice(offset), isComplete: false };
  }

  /** The whole of each text, for a new reader. */
  get all(): readonly TextUpdate[] {
    return [...this.#texts].map(([messageId, content]) => ({
      messageId,
      offset: 0,
      contentDelta: content,
      isComplete: false,
    }));
  }

  drop(messageId: string): void {
    this.#texts.delete(messageId);
  }
}

function commonLength(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let length = 0;
  while (length < end && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}
