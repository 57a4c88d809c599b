const LIST_OR_FRAME = /^\s*(?:[-•▎│┌├└]|\d+\.)\s?/u;
const LIST = /^\s*(?:[-+*•]|\d+\.)\s/u;
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u;
const FENCE = '```';
const MARK_AT_END = /(?:\*{1,2}|`)$/u;
const MARK_AT_START = /^(?:\*{1,2}|`)/u;

export interface Row {
  readonly text: string;
  /** With Markdown marks; null for a row of a code block, undefined if the screen shows no marks. */
  readonly marked?: string | null | undefined;
}

/** The rows as Markdown, as far as the screen shows it. */
export function markdownOf(rows: readonly Row[], width: number): string {
  const paragraphs: Row[][] = [[]];
  for (const row of rows)
    if (row.text.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(row);
  const texts = paragraphs.filter((each) => each.length > 0).map((each) => paragraphOf(each, width));
  // Joins code that has an empty line in it.
  return texts.join('\n\n').replaceAll(`\n${FENCE}\n\n${FENCE}\n`, '\n\n').trim();
}

function paragraphOf(rows: readonly Row[], width: number): string {
  const isCode = rows.some(({ marked }) => marked === null);
  if (!isCode) return tableOf(rows) ?? joinedRows(rows, width);
  const plain = rows.map(({ text }) => ({ text }));
  // A list inside code and code inside a list look the same.
  if (rows.some(({ text }) => LIST.test(text) || text.includes(FENCE))) return joinedRows(plain, width);
  return `${FENCE}\n${joinedRows(plain, width)}\n${FENCE}`;
}

/** Reads a table with frames around its cells. Null if the rows are anything else. */
function tableOf(rows: readonly Row[]): string | null {
  const lines = rows.map(({ text }) => text.trim());
  if (!/^┌─+(?:┬─+)+┐$/u.test(lines[0] ?? '')) return null;
  const table: string[][] = [];
  let isNew = true;
  for (const line of lines.slice(1)) {
    if (/^[├└]─+(?:[┼┴]─+)+[┤┘]$/u.test(line)) isNew = true;
    else {
      const cells = line.split('│').slice(1, -1);
      const before = isNew ? undefined : table.at(-1);
      const whole = cells.map((cell, at) => `${before?.[at] ?? ''} ${cell.trim()}`.trim());
      if (before) table.pop();
      table.push(whole);
      isNew = false;
    }
  }
  const columns = (lines[0]?.split('┬') ?? []).length;
  if (table.length === 0 || table.some((cells) => cells.length !== columns || cells.join('').includes('|')))
    return null;
  const [head = '', ...body] = table.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${' --- |'.repeat(columns)}`, ...body].join('\n');
}

/**
 * Joins rows that the terminal wrapped: those where the first word of the next row would not have fitted. It also joins
 * lines of code that fill the row.
 */
export function joinedRows(rows: readonly Row[], width: number): string {
  let text = '';
  let before: string | null = null;
  for (const row of rows) {
    const plain = row.text.trimEnd();
    const shown = row.marked ?? plain;
    if (before === null || text === '') text = shown;
    else if (!isWrapped(before, plain, width)) text += `\n${shown}`;
    else text = goingOn(text, shown.trimStart(), joint(before, plain));
    before = plain;
  }
  return text.replaceAll(/\n{3,}/gu, '\n\n').trimEnd();
}

/** Continues a mark that was closed at the end of a row. */
function goingOn(text: string, next: string, between: string): string {
  const [mark = ''] = MARK_AT_END.exec(text) ?? [];
  const goesOn = mark !== '' && MARK_AT_START.exec(next)?.[0] === mark;
  return goesOn ? text.slice(0, -mark.length) + between + next.slice(mark.length) : text + between + next;
}

export function isWrapped(before: string, row: string, width: number): boolean {
  if (before === '' || row === '' || LIST_OR_FRAME.test(row)) return false;
  const [word = ''] = row.trimStart().split(' ');
  return cellsOf(before) + 1 + (WIDE.test(word[0] ?? '') ? 2 : cellsOf(word)) > width;
}

/** Text whose characters are two cells wide is wrapped without a space. */
function joint(before: string, row: string): string {
  return WIDE.test(before.at(-1) ?? '') && WIDE.test(row.trimStart()[0] ?? '') ? '' : ' ';
}

function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += WIDE.test(character) ? 2 : 1;
  return cells;
}
