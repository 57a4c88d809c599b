import { type RefObject, useEffect } from 'react';

import { watchSelection } from '#elements/web/selection/watch-selection.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Reports the paragraphs that a selection touches, by their `data-start` and `data-end`. */
export function useSelectedRange(root: RefObject<HTMLElement | null>, onSelect?: (range: Range) => void): void {
  useEffect(() => {
    if (!onSelect) return undefined;
    return watchSelection((selection) => {
      const range = selectedRange(root.current, selection);
      if (range) onSelect(range);
    });
  }, [root, onSelect]);
}

/** The paragraphs of `root` that a selection touches; null if it is empty or leaves the text. */
export function selectedRange(root: HTMLElement | null, selection: Selection | null): Range | null {
  if (!root || !selection || selection.rangeCount === 0 || selection.toString().trim() === '') return null;
  const { startContainer, endContainer, endOffset } = selection.getRangeAt(0);
  const first = paragraphOf(root, startContainer);
  const last = paragraphOf(root, endContainer);
  if (!first || !last) return null;
  // A triple click extends the selection to the start of the next paragraph, which is not part of it.
  const isBefore = endOffset === 0 && last.element !== first.element && isFirstIn(last.element, endContainer);
  const end = isBefore ? paragraphOf(root, last.element.previousElementSibling)?.end : last.end;
  return { start: first.start, end: end ?? first.end };
}

function paragraphOf(root: HTMLElement, node: Node | null) {
  const from = node instanceof Element ? node : node?.parentElement;
  const element = from?.closest<HTMLElement>('[data-start]');
  if (!element || !root.contains(element)) return null;
  return { element, start: Number(element.dataset['start']), end: Number(element.dataset['end']) };
}

function isFirstIn(element: HTMLElement, node: Node): boolean {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, 0);
  return range.toString() === '';
}
