import { closesFence, openedFence } from '#text/domain/code-ranges.ts';

/** A part of a text that should not be split, UTF-16 offsets. */
export interface TextBlock {
  readonly start: number;
  readonly end: number;
  readonly kind: 'heading' | 'text' | 'literal';
}

interface OpenBlock {
  start: number;
  end: number;
  kind: TextBlock['kind'];
  fence: string | null;
}

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const TABLE = /^\s*\|/;

/**
 * The blocks of Markdown, without the blank lines between them: headings, paragraphs, list items, tables and code
 * blocks. Takes time linear in the length of the text.
 */
export function* blocksOf(content: string): Generator<TextBlock> {
  let open = null as OpenBlock | null;
  for (let from = 0; from < content.length;) {
    const found = content.indexOf('\n', from);
    const end = found < 0 ? content.length : found;
    // The beginning of a line decides its kind, so only that is read: a line can be as long as the text.
    const line = content.slice(from, Math.min(end, from + MAX_PREFIX));
    const next = end + 1;
    if (open?.fence) {
      open.end = end;
      if (closesFence(line, open.fence)) {
        yield closed(open);
        open = null;
      }
    } else if (line.trim() === '' && end - from <= MAX_PREFIX) {
      if (open) yield closed(open);
      open = null;
    } else {
      const fence = openedFence(line);
      const isTable = TABLE.test(line);
      const isHeading = HEADING.test(line);
      const begins = fence !== null || isHeading || ITEM.test(line) || isTable !== (open?.kind === 'literal');
      if (open && begins) {
        yield closed(open);
        open = null;
      }
      if (isHeading) yield { start: from, end, kind: 'heading' };
      else if (open) open.end = end;
      else open = { start: from, end, kind: fence !== null || isTable ? 'literal' : 'text', fence };
    }
    from = next;
  }
  if (open) yield closed(open);
}

const MAX_PREFIX = 400;

function closed({ start, end, kind }: TextBlock): TextBlock {
  return { start, end, kind };
}
