import { UNSPACED } from '#text/domain/segments.ts';

import { blocksOf, type TextBlock } from './blocks.ts';

/** The possible end of a sentence, including closing marks. */
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+[」』”’）]*/gu;
const LINE_END = /\n/gu;
const WORD_END = /\s+/gu;
/** In characters. A longer run without white space is split. */
const MAX_RUN = 600;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const MAX_GRAPHEME = 64;
const MIN_RUN = 100;

/** Characters of a script without spaces that weigh as much as a word. */
const UNSPACED_PER_WORD = 1.5;
/** A longer run of characters, such as an address, weighs as several words. */
const CHARACTERS_PER_WORD = 10;

const UNSPACED_CHARACTERS = new RegExp(UNSPACED.source, 'gu');

/** UTF-16 offsets into the content; the end is exclusive. */
export interface PassageRange {
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a passage, in words: the embedded model reads 256 tokens and silently cuts the rest. */
export const MAX_PASSAGE_WORDS = 150;
/** A passage of at least this many words ends at the next block or sentence. */
const FULL = 100;
/** A block of at least this many words begins a passage. */
const LONG = 80;
/** A passage of at least this many words ends before a block that `isMarked` selects by its words. */
const MIN = 50;
/**
 * In characters. In a longer text a heading also ends only a passage of at least `MIN` words, which limits the text to
 * some 130,000 passages.
 */
const MAX_WITH_SHORT = 1_000_000;
/** On average, one block in this many is marked as the beginning of a passage by its words. */
const MARKED_ONE_IN = 4;

/**
 * Splits Markdown at natural boundaries: before headings, between blocks, else between sentences or words. Passages
 * cover everything visible and do not overlap. Whether a passage begins at a block depends only on that block and the
 * few before it, so an edit changes only nearby passages: from the next heading, long block or marked block on, the
 * passages are the same.
 */
export function splitPassages(content: string): readonly PassageRange[] {
  const passages: PassageRange[] = [];
  let open: { start: number; end: number; weight: number; isHeading: boolean } | null = null;
  for (const block of blocksOf(content)) {
    let isFirst = true;
    for (const piece of piecesOf(content, block, MAX_PASSAGE_WORDS)) {
      if (open && (isFull(open, piece) || (isFirst && beginsPassage(open, content, block)))) {
        passages.push({ start: open.start, end: open.end });
        open = null;
      }
      isFirst = false;
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

function beginsPassage(open: { weight: number; isHeading: boolean }, content: string, block: TextBlock): boolean {
  // A heading stays with the text below it.
  if (open.isHeading) return false;
  if (block.kind === 'heading') return open.weight >= MIN || content.length <= MAX_WITH_SHORT;
  return isLong(content, block) || (open.weight >= MIN && isMarked(content.slice(block.start, block.start + 40)));
}

/** A block can be as long as the text and have millions of pieces, so this stops at the first ones. */
function isLong(content: string, block: TextBlock): boolean {
  let weight = 0;
  for (const piece of piecesOf(content, block, MAX_PASSAGE_WORDS)) if ((weight += piece.weight) >= LONG) return true;
  return false;
}

/** By an FNV-1a hash, so that the same words are marked wherever they occur. */
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

interface Piece {
  /** UTF-16 offsets; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/**
 * The parts of a block that weigh at most `limit`: the block itself, its sentences or lines, its words, or parts of
 * these.
 */
function* piecesOf(content: string, block: TextBlock, limit: number): Generator<Piece> {
  yield* divided({ content, limit }, block, block.kind === 'literal' ? [LINE_END, WORD_END] : [SENTENCE_END, WORD_END]);
}

interface Dividing {
  readonly content: string;
  readonly limit: number;
}

function* divided(
  dividing: Dividing,
  { start, end }: { readonly start: number; readonly end: number },
  [pattern, ...finer]: readonly RegExp[],
): Generator<Piece> {
  const { content, limit } = dividing;
  const weight = end - start > limit * MAX_RUN ? Infinity : weightOf(content.slice(start, end));
  if (weight <= limit) {
    if (weight > 0) yield { start, end, weight };
    return;
  }
  if (!pattern) {
    yield* runs(dividing, { start, end });
    return;
  }
  let from = start;
  for (const { 0: found, index } of content.slice(start, end).matchAll(pattern)) {
    const to = start + index + found.length;
    yield* divided(dividing, { start: from, end: to }, finer);
    from = to;
  }
  if (from < end) yield* divided(dividing, { start: from, end }, finer);
}

/** Splits a run without white space into parts of whole characters. */
function* runs({ content, limit }: Dividing, { start, end }: { start: number; end: number }): Generator<Piece> {
  let from = start;
  while (from < end) {
    const window = content.slice(from, Math.min(end, from + MAX_RUN + MAX_GRAPHEME));
    let length = 0;
    let unspaced = 0;
    for (const { index, segment } of graphemes.segment(window)) {
      const next = index + segment.length;
      unspaced += unspacedIn(segment);
      if (next > MAX_RUN || (next > MIN_RUN && weightOfRun(next, unspaced) > limit)) break;
      length = next;
    }
    // A single endless character, such as a letter with thousands of accents, is split anyway.
    length ||= Math.min(MAX_RUN, end - from);
    if (from + length < end) length = wellFormed(content, from, length);
    yield { start: from, end: from + length, weight: Math.min(limit, weightOf(content.slice(from, from + length))) };
    from += length;
  }
}

/** The length without a trailing half of a surrogate pair. */
function wellFormed(content: string, from: number, length: number): number {
  const last = content.charCodeAt(from + length - 1);
  return last >= 0xd800 && last < 0xdc00 && length > 1 ? length - 1 : length;
}

/**
 * The length of a text for an embedding model, in words: never less than the number of words. A character of a script
 * without spaces is a token by itself, and a long run is several.
 */
export function weightOf(text: string): number {
  let weight = 0;
  for (const [run] of text.matchAll(/\S{1,4000}/gu)) weight += weightOfRun(run.length, unspacedIn(run));
  return weight;
}

/**
 * The weight of a run without white space, from its length and the number of its characters in scripts without spaces.
 */
function weightOfRun(length: number, unspaced: number): number {
  return unspaced / UNSPACED_PER_WORD + Math.ceil((length - unspaced) / CHARACTERS_PER_WORD);
}

function unspacedIn(text: string): number {
  return text.match(UNSPACED_CHARACTERS)?.length ?? 0;
}
