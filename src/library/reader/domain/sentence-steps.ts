import { sentencesOf } from '#text/domain/sentences.ts';
import type { TextRange } from '#text/domain/text-range.ts';

import { blockAt, type ReadingBlock } from './reading-blocks.ts';

/** Markdown markup at the beginning of a line, which is not part of a sentence. */
const LINE_BEGIN = /^\s*(?:(?:[-*+>]|\d{1,3}[.)]|#{1,6})\s+)*/u;

/** The sentences of a part of a source, without surrounding white space. Headings and items count as sentences. */
function sentencesIn(content: string, { start, end }: ReadingBlock): readonly TextRange[] {
  let at = start;
  return content
    .slice(start, end)
    .split(/(?<=\n)(?=[^\S\n]*(?:\n|[-*+>#|]|\d{1,3}[.)]\s))/u)
    .flatMap((lines) => {
      const begin = at;
      at += lines.length;
      const marks = LINE_BEGIN.exec(lines)?.[0].length ?? 0;
      return joinedLines(lines.slice(marks)).map((range) => ({
        start: begin + marks + range.start,
        end: begin + marks + range.end,
      }));
    });
}

/** A hard line break inside a paragraph does not end a sentence. */
function joinedLines(text: string): readonly TextRange[] {
  return sentencesOf(text.replaceAll('\n', ' ')).flatMap(({ text: said, start }) => {
    if (!/[\p{L}\p{N}]/u.test(said)) return [];
    const lead = said.length - said.trimStart().length;
    return [{ start: start + lead, end: start + said.trimEnd().length }];
  });
}

/** The first sentence that begins at or after an offset; with -1, the last one that ends at or before it. */
export function sentenceFrom(
  content: string,
  blocks: readonly ReadingBlock[],
  { offset, by }: { readonly offset: number; readonly by: 1 | -1 },
): TextRange | null {
  for (let index = blockAt(blocks, Math.max(0, offset + (by < 0 ? -1 : 0))); blocks[index]; index += by) {
    const sentences = sentencesIn(content, blocks[index] as ReadingBlock);
    const found =
      by > 0 ? sentences.find(({ start }) => start >= offset) : sentences.findLast(({ end }) => end <= offset);
    if (found) return found;
  }
  return null;
}

/** Moves the end of a range by one word, forward or back. */
export function withWord(content: string, { start, end }: TextRange, by: 1 | -1): TextRange {
  if (by > 0) {
    const more = /^\s*\S+/u.exec(content.slice(end, end + MAX_WORD))?.[0].length ?? 0;
    return { start, end: end + more };
  }
  const words = content.slice(start, end).trimEnd();
  const space = Math.max(...[' ', '\n', '\t'].map((sign) => words.lastIndexOf(sign)));
  const kept = words.slice(0, Math.max(0, space)).trimEnd().length;
  return { start, end: start + (kept || words.length) };
}

const MAX_WORD = 200;
