import { type MarkdownPart, markdownParts, markdownPartsInSteps } from '#text/domain/markdown-parts.ts';

import type { Passage } from '../../storage/protocol.ts';

/** A part of a source that is rendered separately. */
export interface ReadingBlock extends MarkdownPart {
  /** The passages that begin in it. */
  readonly passages: readonly Passage[];
}

/** Splits a source into blocks, so that only those in view are rendered. */
export function readingBlocks(content: string, passages: readonly Passage[]): readonly ReadingBlock[] {
  return withPassages(markdownParts(content), passages);
}

/** Does the same in steps of some milliseconds. */
export function* readingBlocksInSteps(
  content: string,
  passages: readonly Passage[],
): Generator<undefined, readonly ReadingBlock[]> {
  return withPassages(yield* markdownPartsInSteps(content), passages);
}

function withPassages(parts: readonly MarkdownPart[], passages: readonly Passage[]): readonly ReadingBlock[] {
  let next = 0;
  return parts.map((part) => {
    const first = next;
    while ((passages[next]?.start ?? Infinity) < part.end) next += 1;
    return { ...part, passages: passages.slice(first, next) };
  });
}

/** The index of the block that contains an offset; that of the first one for an empty source. */
export function blockAt(blocks: readonly ReadingBlock[], offset: number): number {
  return Math.max(
    0,
    blocks.findLastIndex(({ start }) => start <= offset),
  );
}
