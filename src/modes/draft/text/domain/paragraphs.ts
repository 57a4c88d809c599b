import { codeRangesOf } from '#text/domain/code-ranges.ts';
import type { TextRange } from '#text/domain/text-range.ts';

/** `rule`: a line such as `---`. */
export interface Paragraph extends TextRange {
  readonly kind: 'text' | 'heading' | 'list' | 'code' | 'rule';
}

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})\r?$/;

/**
 * The paragraphs of a Markdown text, which blank lines separate. Code, lists, headings and rules are separate
 * paragraphs.
 */
export function paragraphsOf(text: string): readonly Paragraph[] {
  const fences = codeRangesOf(text).filter(({ isFenced }) => isFenced);
  const paragraphs: Paragraph[] = [];
  let open: Paragraph | null = null;
  let nextFence = 0;
  let start = 0;
  const close = () => {
    if (open) paragraphs.push(open);
    open = null;
  };
  while (start <= text.length) {
    const fence = fences[nextFence];
    const isFence = fence?.start === start;
    const found = text.indexOf('\n', isFence ? fence.end : start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end);
    const kind: Paragraph['kind'] = isFence ? 'code' : kindOf(line);
    if (isFence) nextFence += 1;
    if (line.trim() === '') close();
    else {
      const continues: Paragraph | null = open;
      if (continues && continuesAs(continues, kind)) open = { ...(continues as Paragraph), end };
      else {
        close();
        open = { kind, start, end };
      }
    }
    start = end + 1;
  }
  close();
  return paragraphs;
}

function kindOf(line: string): Paragraph['kind'] {
  if (HEADING.test(line)) return 'heading';
  if (RULE.test(line)) return 'rule';
  return ITEM.test(line) ? 'list' : 'text';
}

/** Whether a line continues a paragraph: text continues text and list items. */
function continuesAs({ kind }: Paragraph, next: Paragraph['kind']): boolean {
  return (kind === 'text' && next === 'text') || (kind === 'list' && (next === 'list' || next === 'text'));
}

/** The whole paragraphs that a selection touches; the selection itself if it touches none. */
export function paragraphAt(text: string, { start, end }: TextRange): TextRange {
  const touched = paragraphsOf(text).filter((paragraph) => paragraph.start <= end && paragraph.end >= start);
  // Paragraphs that the selection only borders do not count if it touches others.
  const inside = touched.filter((paragraph) => paragraph.start < end && paragraph.end > start);
  const chosen = inside.length > 0 ? inside : touched.slice(0, 1);
  return { start: chosen[0]?.start ?? start, end: chosen.at(-1)?.end ?? end };
}

export function replaceRange(text: string, { start, end }: TextRange, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Whether `after` differs from `before` at most inside a range of `before`. */
export function isSameOutside(before: string, after: string, { start, end }: TextRange): boolean {
  const rest = before.length - end;
  return (
    after.length >= start + rest &&
    after.slice(0, start) === before.slice(0, start) &&
    after.slice(after.length - rest) === before.slice(end)
  );
}
