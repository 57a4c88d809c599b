import { useCallback, useEffect, useState } from 'react';

import { watchSelection } from '#elements/web/selection/watch-selection.ts';
import { trimEnd, trimStart } from '#text/domain/trim-ends.ts';

/** Maximum length of a topic: `MAX_TOPIC_CHARACTERS` of the protocol. */
export const MAX_CHARACTERS = 200;

/** The selected words of the conversation, after the selection is finished. */
export const useSelectedWords = (isWanted: boolean) => useSelected(isWanted, selectedWords);

/** The first and the last message of a selection in the conversation, after the selection is finished. */
export const useSelectedMessages = (isWanted: boolean) => useSelected(isWanted, selectedMessages);

/** Pass the same function in every render. */
function useSelected<Found>(isWanted: boolean, read: (selection: Selection | null) => Found | null) {
  const [selected, setSelected] = useState<Found | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = watchSelection((selection) => setSelected(read(selection)));
    return () => {
      stop();
      setSelected(null);
    };
  }, [isWanted, read]);
  const forget = useCallback(() => setSelected(null), []);
  return { selected, forget };
}

/** Selected words of one message, or of a text that belongs to one and has its id as `data-words-of`. */
export interface SelectedWords {
  /** The words as a topic; null if they are too long for one. */
  readonly words: string | null;
  /** The words exactly as selected. */
  readonly text: string;
  readonly author: 'person' | 'assistant';
  readonly messageId: string;
  /** Their position in the window. */
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

/** The selection, if it consists of words of one sent message. */
export function selectedWords(selection: Selection | null): SelectedWords | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const text = selection.toString().trim();
  const words = withoutEdges(text.replace(/\s+/gu, ' '));
  if (!/[\p{L}\p{N}]/u.test(words)) return null;
  const message = messageOf(range.startContainer);
  if (!message || message !== messageAt(range)) return null;
  const { wordsOf, messageId = wordsOf, status, author } = message.dataset;
  if (messageId === undefined || status === 'waiting' || status === 'refused') return null;
  const { left, right, top, bottom } = range.getBoundingClientRect();
  const topic = words.length > MAX_CHARACTERS ? null : words;
  const by = author === 'assistant' || wordsOf !== undefined ? 'assistant' : 'person';
  return { words: topic, text, author: by, messageId, box: { left, right, top, bottom } };
}

interface SelectedMessages extends Pick<SelectedWords, 'box'> {
  readonly from: string;
  readonly to: string;
}

/** The first and the last message of a selection that spans more than one. */
function selectedMessages(selection: Selection | null): SelectedMessages | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const from = messageOf(range.startContainer)?.dataset['messageId'];
  const to = messageAt(range)?.dataset['messageId'];
  if (from === undefined || to === undefined || from === to) return null;
  const { left, right, top, bottom } = range.getBoundingClientRect();
  return { from, to, box: { left, right, top, bottom } };
}

function withoutEdges(words: string): string {
  return trimEnd(trimStart(words, /[^\p{L}\p{N}(]/u), /[^\p{L}\p{M}\p{N})%]/u);
}

function messageOf(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-message-id], [data-words-of]') ?? null;
}

/**
 * The message at the end of a range. A triple click extends the selection to the start of the next element, which does
 * not count.
 */
function messageAt({ endContainer, endOffset, startContainer }: Range): HTMLElement | null {
  return endOffset === 0 && messageOf(endContainer) !== messageOf(startContainer)
    ? messageOf(startContainer)
    : messageOf(endContainer);
}
