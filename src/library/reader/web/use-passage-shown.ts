import { type RefObject, useEffect } from 'react';

import type { Passage } from '../../storage/protocol.ts';
import { blockAt, type ReadingBlock } from '../domain/reading-blocks.ts';
import type { TextBlocksHandle } from './text/text-blocks.tsx';

interface ShownPassage {
  readonly cited: Passage | undefined;
  readonly blocks: readonly ReadingBlock[];
  readonly text: RefObject<TextBlocksHandle | null>;
}

/** Scrolls to the cited passage when another one is cited. */
export function usePassageShown({ cited, blocks, text }: ShownPassage): void {
  const id = cited?.id;
  useEffect(() => {
    if (cited) text.current?.show(blockAt(blocks, cited.start), 'mark[data-look="cited"]');
    // A changed source has other offsets: where the reader is now is not left for that.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id]);
}
