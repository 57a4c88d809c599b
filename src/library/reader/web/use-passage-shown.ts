import { type RefObject, useEffect } from 'react';

import type { Passage } from '../../storage/protocol.ts';
import { blockAt, type ReadingBlock } from '../domain/reading-blocks.ts';
import type { TextBlocksHandle } from './text/text-blocks.tsx';

interface ShownPassage {
  readonly cited: Pick<Passage, 'start' | 'end'> | undefined;
  readonly blocks: readonly ReadingBlock[];
  readonly text: RefObject<TextBlocksHandle | null>;
}

/** Scrolls to the cited passage when another one is cited. */
export function usePassageShown({ cited, blocks, text }: ShownPassage): void {
  const start = cited?.start;
  useEffect(() => {
    if (cited) text.current?.show(blockAt(blocks, cited.start), 'mark[data-look="cited"]');
    // oxlint-disable-next-line react/exhaustive-deps
  }, [start]);
}
