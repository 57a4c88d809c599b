import { useEffect, useMemo, useState } from 'react';

import type { Passage } from '../../storage/protocol.ts';
import { type ReadingBlock, readingBlocks, readingBlocksInSteps } from '../domain/reading-blocks.ts';

/** A text that needs more steps, some 40,000 lines or formulas, is split in the background. */
const STEPS_AT_ONCE = 4;
/** Length of the beginning that is split at once, in characters. */
const BEGINNING = 30_000;

/** The blocks of a source; for a very long one, those of its beginning until all are computed. */
export function useReadingBlocks(content: string, passages: readonly Passage[]): readonly ReadingBlock[] {
  const [first, isWhole] = useMemo(() => {
    const steps = readingBlocksInSteps(content, passages);
    for (let count = 0; count < STEPS_AT_ONCE; count += 1) {
      const step = steps.next();
      if (step.done === true) return [step.value, true] as const;
    }
    return [readingBlocks(content.slice(0, BEGINNING), passages), false] as const;
  }, [content, passages]);
  const [whole, setWhole] = useState({ first, blocks: first });
  useEffect(() => {
    if (isWhole) return undefined;
    const steps = readingBlocksInSteps(content, passages);
    let timer = setTimeout(function goOn() {
      const step = steps.next();
      if (step.done === true) setWhole({ first, blocks: step.value });
      else timer = setTimeout(goOn);
    });
    return () => clearTimeout(timer);
  }, [first, isWhole, content, passages]);
  return whole.first === first ? whole.blocks : first;
}
