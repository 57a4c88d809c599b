import { closesFence, openedFence } from '#text/domain/code-ranges.ts';
import { columnsOf } from '#text/domain/open-blocks.ts';

/** Columns by which code stands further in than the words around it. */
const CODE_COLUMNS = 4;
const ITEM = /^\s*(?<marker>[-*+•–]|\d{1,3}[.)])(?<space>\s+)\S/u;
const OTHER_BLOCK = /^\s*(?:```|~~~|\||\$\$|\\\[|\\begin\{)/u;
const HEADING = /^ {0,3}#{1,6}\s/u;
/** A line of code has signs of it, or is no sentence and no heading. */
const CODE =
  /[=;{}<>|\\]|\p{L}\(|\w\[|^\s*(?:#|\/\/|--|\$ |%|@\w|(?:if|for|while|def|return|import|let|const|print|echo|sudo|npm|npx|yarn|pnpm|git|pip3?|docker|curl|apt(?:-get)?|brew|cargo|python3?|mkdir|cd|ssh)\b)/u;
const WORDS = /^\s*["“„'(*_]{0,3}\p{Lu}(?:[\p{Ll}\s'’-]|$)|[.!?]["'”’)*_]{0,3}$/u;

/**
 * The lines at which code begins that is marked by its indent alone, each with the columns it is indented by. As in
 * Markdown it stands below an empty line or a heading, and four columns further in than the text of the list item
 * around it. Directly below words its first line has to look like code. In an item that far from the bullet is enough for what looks like code.
 */
export function codeIndents(lines: readonly string[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const base = lines.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, columnsOf(line))), Infinity);
  let items: { readonly column: number; readonly content: number }[] = [];
  let fence: string | null = null;
  let code = Infinity;
  let mayBegin = true;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') {
      mayBegin = true;
      continue;
    }
    if (fence !== null) {
      if (closesFence(line.trim(), fence)) fence = null;
      continue;
    }
    const column = columnsOf(line);
    if (column >= code) continue;
    code = Infinity;
    const item = ITEM.exec(line)?.groups;
    if (mayBegin || item) items = items.filter((each) => each.content <= column || (!item && each.column < column));
    const around = items.at(-1);
    const least = CODE_COLUMNS + (around?.content ?? base);
    const isBelowWords = items.length === 0 && CODE.test(line.replace(/;(?= )/gu, '')) && !WORDS.test(line);
    const mayBeCode =
      (mayBegin || isBelowWords) &&
      !item &&
      column >= CODE_COLUMNS + (around?.column ?? base) &&
      !OTHER_BLOCK.test(line);
    if (mayBeCode && isCode(lines, { at, isFarIn: column >= least })) {
      code = Math.min(column, Math.max(least, CODE_COLUMNS));
      found.set(at, code);
    } else if (item)
      items.push({ column, content: column + (item.marker ?? '').length + Math.min(4, columnsOf(item.space ?? '')) });
    else fence = openedFence(line.trim());
    mayBegin = HEADING.test(line);
  }
  return found;
}

/** Whether the lines up to the next empty one are code. */
function isCode(lines: readonly string[], { at, isFarIn }: { at: number; isFarIn: boolean }): boolean {
  for (let next = at; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (line.trim() === '') break;
    if (CODE.test(line) || (isFarIn && !WORDS.test(line))) return true;
  }
  return false;
}
