import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { watchSelection } from '#elements/web/selection/watch-selection.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import { blockAt, type ReadingBlock } from '../../domain/reading-blocks.ts';
import { selectedRange } from '../../domain/selected-range.ts';
import { sentenceFrom, withWord } from '../../domain/sentence-steps.ts';
import type { TextBlocksHandle } from '../text/text-blocks.tsx';
import { keptSelection } from './kept-selection.ts';

/** The selected words of the open source. */
export interface SelectedRange extends TextRange {
  readonly by: 'mouse' | 'touch' | 'keys';
  /** The position of the words in the window if a pointer selected them. */
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number } | null;
}

interface ReaderText {
  readonly content: string;
  /** The offset at which the displayed text begins. */
  readonly from: number;
  readonly blocks: readonly ReadingBlock[];
  readonly text: RefObject<TextBlocksHandle | null>;
  /** The element that contains the rendered text. */
  readonly shown: RefObject<HTMLElement | null>;
}

/** The selection in the open source: made by a pointer, or by keys, sentence by sentence. */
export function useSelectedRange({ content, from, blocks, text, shown }: ReaderText) {
  const [selected, setSelected] = useState<SelectedRange | null>(null);
  usePointerSelection({ content, blocks, shown, onSelect: setSelected });

  const select = (range: TextRange | null) => {
    if (!range) return;
    document.getSelection()?.removeAllRanges();
    setSelected({ ...range, by: 'keys', box: null });
    text.current?.show(blockAt(blocks, range.start), 'mark[data-look="selected"]');
  };
  const step = (by: 1 | -1) => {
    const offset = selected
      ? by > 0
        ? selected.end
        : selected.start
      : Math.max(from, firstInView(shown.current, blocks));
    select(sentenceFrom(content, blocks, { offset, by }));
  };
  const extend = (by: 1 | -1) => {
    if (!selected) return;
    if (by > 0) {
      const next = sentenceFrom(content, blocks, { offset: selected.end, by });
      if (next) select({ start: selected.start, end: next.end });
      return;
    }
    const last = sentenceFrom(content, blocks, { offset: selected.end, by });
    const before = last && sentenceFrom(content, blocks, { offset: last.start, by });
    if (before && before.start >= selected.start) select({ start: selected.start, end: before.end });
  };
  const forget = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    setSelected(null);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || selected?.by !== 'keys' || event.target !== event.currentTarget) return;
    if (key === 'ArrowDown') (shiftKey ? extend : step)(1);
    else if (key === 'ArrowUp') (shiftKey ? extend : step)(-1);
    else if (key === 'ArrowRight' && shiftKey) select(withWord(content, selected, 1));
    else if (key === 'ArrowLeft' && shiftKey) select(withWord(content, selected, -1));
    else if (key === 'Escape') forget();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    selected,
    forget,
    /** Selects the first sentence in view, or the next one. */
    selectSentence: () => {
      shown.current?.focus({ preventScroll: true });
      step(1);
    },
    /** Key handler for the element of the text. */
    onKeyDown,
  };
}

/** The offset of the first passage that begins in view, or of the first block in view. */
function firstInView(shown: HTMLElement | null, blocks: readonly ReadingBlock[]): number {
  const top = shown?.closest('article')?.getBoundingClientRect().top ?? 0;
  const isBelow = (element: Element) => element.getBoundingClientRect().top >= top;
  const passage = [...(shown?.querySelectorAll<HTMLElement>('[data-passage]') ?? [])].find(isBelow);
  const number = Number(passage?.dataset['passage']);
  const known = blocks.flatMap(({ passages }) => passages).find((each) => each.number === number);
  if (known) return known.start;
  const part = [...(shown?.querySelectorAll<HTMLElement>('[data-start]') ?? [])].find(isBelow);
  return Number(part?.dataset['start'] ?? 0);
}

interface PointerSelection extends Omit<ReaderText, 'text' | 'from'> {
  readonly onSelect: (selected: SelectedRange | null) => void;
}

/**
 * Reads a pointer's selection when it no longer changes. Words remain selected until others are, or until the selection
 * is cleared.
 */
function usePointerSelection({ content, blocks, shown, onSelect }: PointerSelection): void {
  const now = useRef({ content, blocks, onSelect });
  useEffect(() => {
    now.current = { content, blocks, onSelect };
  });
  const restore = useRef<((shown: HTMLElement) => void) | null>(null);
  // Restores the selection after new marks have rendered its block again.
  useLayoutEffect(() => {
    if (shown.current) restore.current?.(shown.current);
  });
  useEffect(() => {
    let isOurs = false;
    return watchSelection(
      (selection, pointer) => {
        const range = shown.current && rangeOf(selection, { ...now.current, shown: shown.current });
        restore.current = range && selection && keptSelection(selection);
        if (range) now.current.onSelect({ ...range, by: pointer });
        // A selection by keys remains.
        else if (isOurs) now.current.onSelect(null);
        isOurs = Boolean(range);
      },
      () => shown.current,
    );
  }, [shown]);
}

interface Shown {
  readonly content: string;
  readonly blocks: readonly ReadingBlock[];
  readonly shown: HTMLElement;
}

/**
 * The range of a selection in the text, or of the part of it that is inside. A selection of the whole page does not
 * refer to the text.
 */
function rangeOf(selection: Selection | null, { content, blocks, shown }: Shown) {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const beginsBefore = !shown.contains(range.startContainer);
  const endsAfter = !shown.contains(range.endContainer);
  if ((beginsBefore && endsAfter) || !range.intersectsNode(shown)) return null;
  if (beginsBefore) range.setStart(shown, 0);
  if (endsAfter) range.setEnd(shown, shown.childNodes.length);
  const parts = [...shown.querySelectorAll<HTMLElement>('[data-start]')].filter((part) => range.intersectsNode(part));
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return null;
  const lead = document.createRange();
  lead.setStart(first, 0);
  lead.setEnd(range.startContainer, range.startOffset);
  const startOf = (part: HTMLElement) => Number(part.dataset['start']);
  const until = blocks[blockAt(blocks, startOf(last))]?.end ?? content.length;
  const begin = startOf(first);
  const found = selectedRange({
    source: content.slice(begin, until),
    before: lead.toString(),
    words: beginsBefore || endsAfter ? shownWords(range) : selection.toString(),
  });
  if (!found) return null;
  const { left, right, top, bottom } = range.getBoundingClientRect();
  return { start: begin + found.start, end: begin + found.end, box: { left, right, top, bottom } };
}

const ON_ITS_OWN_LINE = 'p, li, h1, h2, h3, h4, h5, h6, pre, td, th, blockquote, div';

/**
 * The visible text of a range. A selection's text has line ends and omits hidden elements; a range's text does neither.
 */
function shownWords(range: Range): string {
  const texts = document.createNodeIterator(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
  let words = '';
  let line: Element | null = null;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !range.intersectsNode(node) || getComputedStyle(parent).visibility === 'hidden') continue;
    const own = parent.closest(ON_ITS_OWN_LINE);
    const from = node === range.startContainer ? range.startOffset : 0;
    const until = node === range.endContainer ? range.endOffset : undefined;
    words += `${own === line ? '' : '\n'}${node.textContent?.slice(from, until) ?? ''}`;
    line = own;
  }
  return words;
}
