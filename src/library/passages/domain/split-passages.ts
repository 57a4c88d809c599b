import { type TextBlock, blocksOf } from './blocks.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** UTF-16 offsets into the content; the end is exclusive. */
export interface PassageRange {
  readonly start: number;
  readonly end: number;
}

/** No passage is longer, in words: the embedded model reads 256 tokens and cuts the rest silently. */
export const MAX_PASSAGE_WORDS = 150;
/** A passage that has as many ends at the next block or sentence. */
const FULL = 100;
/** A block of as many words begins a passage. */
const LONG = 80;
/** With as many, a passage may end before a block that its own words mark as a beginning. */
const MIN = 50;
/** One block in this many begins a passage by its words. */
const MARKED_ONE_IN = 4;

/**
 * Splits Markdown at natural boundaries: before headings, between blocks, else between sentences or words. Passages
 * cover everything visible and do not overlap. Whether a passage begins at a block depends on that block and the few
 * before it, so that an edit changes only passages near it: after a heading, a long block or a marked one all is as it
 * was.
 */
export function splitPassages(content: string): readonly PassageRange[] {
  const passages: PassageRange[] = [];
  let open: { start: number; end: number; weight: number; isHeading: boolean } | null = null;
  for (const block of blocksOf(content)) {
    const pieces = [...piecesOf(content, block, MAX_PASSAGE_WORDS)];
    const weight = pieces.reduce((sum, piece) => sum + piece.weight, 0);
    for (const [index, piece] of pieces.entries()) {
      const isFirst = index === 0;
      if (open && (isFull(open, piece) || (isFirst && beginsPassage(open, { content, block, weight })))) {
        passages.push({ start: open.start, end: open.end });
        open = null;
      }
      const isHeading = block.kind === 'heading';
      open = open
        ? {
            start: open.start,
            end: piece.end,
            weight: open.weight + piece.weight,
            isHeading: open.isHeading && isHeading,
          }
        : { ...piece, isHeading };
    }
  }
  if (open) passages.push({ start: open.start, end: open.end });
  return passages.map((passage) => trimmed(content, passage)).filter(({ start, end }) => end > start);
}

function isFull(open: { weight: number; isHeading: boolean }, piece: Piece): boolean {
  return open.weight + piece.weight > MAX_PASSAGE_WORDS || (open.weight >= FULL && !open.isHeading);
}

interface NextBlock {
  readonly content: string;
  readonly block: TextBlock;
  readonly weight: number;
}

function beginsPassage(open: { weight: number; isHeading: boolean }, { content, block, weight }: NextBlock): boolean {
  // A heading stays with what is under it.
  if (open.isHeading) return false;
  if (block.kind === 'heading' || weight >= LONG) return true;
  return open.weight >= MIN && isMarked(content.slice(block.start, block.start + 40));
}

/** FNV-1a: the same words are marked wherever they stand. */
function isMarked(words: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < words.length; index += 1) hash = Math.imul(hash ^ words.charCodeAt(index), 0x01000193);
  return (hash >>> 16) % MARKED_ONE_IN === 0;
}

function trimmed(content: string, { start, end }: PassageRange): PassageRange {
  const text = content.slice(start, end);
  const visible = text.trimStart();
  const from = start + (text.length - visible.length);
  return { start: from, end: from + visible.trimEnd().length };
}
