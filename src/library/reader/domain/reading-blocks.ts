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
/** From this length on, it ends at the next passage, even inside a paragraph; and from the other, inside code or a table. */
const TOO_LONG = 10_000;
const TOO_LONG_WHOLE = 30_000;
/** With as many list items, links or emphases too. */
const MAX_SIGNS = 120;
const SIGN = /\n(?![ \t]*\|)|[*_~`<&![\\$]|\]\(|:\/\//g;

/** In a text that has no passages yet, a block may end at a line, or else inside of one. */
const STRETCH = 2_000;

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
  for (const at of passages.length > 0 ? passages : stretchesOf(content)) {
    while ((fences[fence]?.end ?? Infinity) < at.start) fence += 1;
    const length = at.start - start;
    const isInCode = (fences[fence]?.start ?? Infinity) < at.start;
    if (!isInCode) signs += content.slice(counted, at.start + 1).match(SIGN)?.length ?? 0;
    counted = at.start + 1;
    const tooLong = isInCode || content[at.start] === '|' ? TOO_LONG_WHOLE : TOO_LONG;
    const isBetweenBlocks = !isInCode && endsWithBlankLine(content.slice(Math.max(start, at.start - 200), at.start));
    if (length > 0 && ((length >= FULL && isBetweenBlocks) || signs >= MAX_SIGNS || length >= tooLong)) {
      blocks.push({ start, end: at.start, passages: held });
      start = at.start;
      signs = 0;
      held = [];
    }
    if ('id' in at) held.push(at);
  }
  if (held.length > 0 || content.trim() !== '') blocks.push({ start, end: content.length, passages: held });
  return blocks;
}

/** Parts of a text that has no passages, because it is not indexed yet. */
function* stretchesOf(content: string): Generator<{ readonly start: number }> {
  for (let start = 0; start < content.length;) {
    yield { start };
    const line = content.indexOf('\n', start + STRETCH / 2);
    start = line >= 0 && line < start + STRETCH ? line + 1 : start + STRETCH;
    const code = content.charCodeAt(start);
    if (code >= 0xdc00 && code < 0xe000) start += 1;
  }
}

/** The block that an offset is in; the first one for an empty source. */
export function blockAt(blocks: readonly ReadingBlock[], offset: number): number {
  return Math.max(
    0,
    blocks.findLastIndex(({ start }) => start <= offset),
  );
}
