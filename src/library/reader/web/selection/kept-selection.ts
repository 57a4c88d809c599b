/** A position in the rendered text of a source: `at` characters after the start of the part with this `data-start`. */
interface Place {
  readonly start: string;
  readonly at: number;
}

/**
 * Stores a selection, and returns a function that restores it after its text was rendered again with the same words.
 */
export function keptSelection(selection: Selection): (shown: HTMLElement) => void {
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  const [from, to] = [placeOf(startContainer, startOffset), placeOf(endContainer, endOffset)];
  return (shown) => {
    // No range means that the person has cleared the selection.
    if ((startContainer.isConnected && endContainer.isConnected) || document.getSelection()?.rangeCount !== 1) return;
    const begin = from ? pointAt(shown, from) : ([startContainer, startOffset] as const);
    const end = to ? pointAt(shown, to) : ([endContainer, endOffset] as const);
    if (begin && end) document.getSelection()?.setBaseAndExtent(...begin, ...end);
  };
}

/** Null for a node outside the text, which is not rendered again. */
function placeOf(node: Node, offset: number): Place | null {
  const element = node instanceof Element ? node : node.parentElement;
  const part = element?.closest<HTMLElement>('[data-start]');
  if (!part) return null;
  const range = document.createRange();
  range.setStart(part, 0);
  range.setEnd(node, offset);
  return { start: part.dataset['start'] ?? '', at: range.toString().length };
}

function pointAt(shown: HTMLElement, { start, at }: Place): [Node, number] | null {
  const part = shown.querySelector(`[data-start="${CSS.escape(start)}"]`);
  if (!part) return null;
  const texts = document.createNodeIterator(part, NodeFilter.SHOW_TEXT);
  let rest = at;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (rest <= length) return [node, rest];
    rest -= length;
  }
  return null;
}
