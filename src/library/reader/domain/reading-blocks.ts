import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { endsWithBlankLine } from '#text/domain/paragraphs.ts';

import type { Passage } from '../../storage/protocol.ts';

/** A part of a source that is rendered by itself: whole Markdown blocks. UTF-16 offsets into the content. */
export interface ReadingBlock {
  readonly start: number;
  readonly end: number;
  readonly passages: readonly Passage[];
}

/** From this length on, a block ends at the next blank line. */
const FULL = 6_000;
/** From this length on, it ends at the next passage, even inside a paragraph. A sign counts as many characters. */
const TOO_LONG = 30_000;
/** A list item, link or emphasis takes as long to render as this many characters of prose. */
const SIGN_WEIGHT = 80;
const SIGN = /\n(?![ \t]*\|)|[*_~`<&![\\]|\]\(/g;

/**
 * Divides a source into blocks, so that only those in view are rendered. A block ends between two passages, at a blank
 * line outside of a code block.
 */
export function readingBlocks(content: string, passages: readonly Passage[]): readonly ReadingBlock[] {
  const fences = codeRangesOf(content).filter(({ isFenced }) => isFenced);
  const blocks: ReadingBlock[] = [];
  let start = 0;
  let held: Passage[] = [];
  let fence = 0;
  let signs = 0;
  let counted = 0;
  for (const passage of passages) {
    while ((fences[fence]?.end ?? Infinity) < passage.start) fence += 1;
    const length = passage.start - start;
    const isInCode = (fences[fence]?.start ?? Infinity) < passage.start;
    if (!isInCode) signs += content.slice(counted, passage.start + 1).match(SIGN)?.length ?? 0;
    counted = passage.start + 1;
    const isBetweenBlocks =
      !isInCode && endsWithBlankLine(content.slice(Math.max(start, passage.start - 200), passage.start));
    if (held.length > 0 && ((length >= FULL && isBetweenBlocks) || length + signs * SIGN_WEIGHT >= TOO_LONG)) {
      blocks.push({ start, end: passage.start, passages: held });
      start = passage.start;
      signs = 0;
      held = [];
    }
    held.push(passage);
  }
  if (held.length > 0 || content.trim() !== '') blocks.push({ start, end: content.length, passages: held });
  return blocks;
}

/** The block that an offset is in; the first one for an empty source. */
export function blockAt(blocks: readonly ReadingBlock[], offset: number): number {
  return Math.max(
    0,
    blocks.findLastIndex(({ start }) => start <= offset),
  );
}
