import { codeRangesOf } from '#text/domain/code-ranges.ts';

/** Between two blank lines. The parser's time grows with their square. */
const MAX_SIGNS = 3_000;
const SIGN = /\n(?![ \t]*\|)|[*_~`<&![\\]|\]\(/g;
/** Quotes and lists in one another. The parser calls itself for each. */
const MAX_DEPTH = 100;
const NESTED = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){${MAX_DEPTH}}`, 'm');

/** Whether rendering a text as Markdown would block the page: one paragraph has too many signs, or nesting is too deep. */
export function isTooDense(text: string): boolean {
  if (text.length < MAX_DEPTH) return false;
  if (NESTED.test(text)) return true;
  if (text.length < MAX_SIGNS) return false;
  let from = 0;
  for (const { start, end, isFenced } of codeRangesOf(text)) {
    if (!isFenced) continue;
    if (
      text
        .slice(from, start)
        .split(/\n[^\S\n]*\n/)
        .some(hasTooManySigns)
    )
      return true;
    from = end;
  }
  return text
    .slice(from)
    .split(/\n[^\S\n]*\n/)
    .some(hasTooManySigns);
}

function hasTooManySigns(stretch: string): boolean {
  return (stretch.match(SIGN)?.length ?? 0) > MAX_SIGNS;
}
