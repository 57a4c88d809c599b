/** Maximum length of a topic: `MAX_TOPIC_CHARACTERS` of the protocol. */
export const MAX_CHARACTERS = 200;

/** Selected words of one message. */
export interface SelectedWords {
  readonly words: string;
  readonly messageId: string;
  /** Their position in the window. */
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

/** The selection if it can name a topic: a limited number of words of one sent message. */
export function selectedWords(selection: Selection | null): SelectedWords | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const words = withoutEdges(selection.toString().replace(/\s+/gu, ' '));
  if (!/[\p{L}\p{N}]/u.test(words) || words.length > MAX_CHARACTERS) return null;
  const message = messageOf(range.startContainer);
  if (!message || message !== messageAt(range)) return null;
  const { messageId, status } = message.dataset;
  if (messageId === undefined || status === 'waiting' || status === 'refused') return null;
  const { left, right, top, bottom } = range.getBoundingClientRect();
  return { words, messageId, box: { left, right, top, bottom } };
}

/** Removes punctuation at the edges of a selection. */
function withoutEdges(words: string): string {
  return words.replace(/^[^\p{L}\p{N}(]+|[^\p{L}\p{M}\p{N})%]+$/gu, '');
}

function messageOf(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-message-id]') ?? null;
}

/** A triple click extends the selection to the start of the next element, which is not part of it. */
function messageAt({ endContainer, endOffset, startContainer }: Range): HTMLElement | null {
  return endOffset === 0 && messageOf(endContainer) !== messageOf(startContainer)
    ? messageOf(startContainer)
    : messageOf(endContainer);
}
