import { type RefObject, useCallback, useMemo, useState } from 'react';

import { findInText, type TextRange } from '../domain/find-in-text.ts';
import { blockAt, type ReadingBlock } from '../domain/reading-blocks.ts';
import type { TextBlocksHandle } from './text/text-blocks.tsx';

interface FindIn {
  readonly content: string;
  readonly blocks: readonly ReadingBlock[];
  readonly text: RefObject<TextBlocksHandle | null>;
}

const NOTHING: readonly TextRange[] = [];

export function useFind({ content, blocks, text }: FindIn) {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(0);
  const found = useMemo(() => (isOpen ? findInText(content, words) : NOTHING), [isOpen, content, words]);
  const show = useCallback(
    (range: TextRange | undefined) => {
      if (range) text.current?.show(blockAt(blocks, range.start), 'mark[data-look="current"]');
    },
    [blocks, text],
  );
  const search = (next: string) => {
    setWords(next);
    setCurrent(0);
    show(findInText(content, next)[0]);
  };
  const step = (by: 1 | -1) => {
    if (found.length === 0) return;
    const next = (current + by + found.length) % found.length;
    setCurrent(next);
    show(found[next]);
  };
  const marks = useMemo(
    () =>
      found.map((range, index) => ({ ...range, look: index === current ? ('current' as const) : ('found' as const) })),
    [found, current],
  );
  return {
    isOpen,
    words,
    found,
    /** Index of the current match. */
    current: Math.min(current, Math.max(0, found.length - 1)),
    open: useCallback(() => setOpen(true), []),
    close: () => setOpen(false),
    search,
    /** Goes to the next match, or with -1 to the previous one. */
    step,
    marks,
  };
}

export type Find = ReturnType<typeof useFind>;
