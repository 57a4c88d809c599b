const LIST_OR_FRAME = /^\s*(?:[-•▎│┌├└]|\d+\.)\s?/u;
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u;

/**
 * The text of rows, with those joined that the terminal wrapped: where the first word of the next row would not have fitted.
 * Code whose lines fill the row is joined too.
 */
export function joinedRows(rows: readonly string[], width: number): string {
  let text = '';
  let before: string | null = null;
  for (const given of rows) {
    const row = given.trimEnd();
    if (before === null || text === '') text = row.trimStart();
    else if (isWrapped(before, row, width)) text += joint(before, row) + row.trimStart();
    else text += `\n${row}`;
    before = row;
  }
  return text.replaceAll(/\n{3,}/gu, '\n\n').trimEnd();
}

function isWrapped(before: string, row: string, width: number): boolean {
  if (before === '' || row === '' || LIST_OR_FRAME.test(row)) return false;
  const [word = ''] = row.trimStart().split(' ');
  return cellsOf(before) + 1 + (WIDE.test(word[0] ?? '') ? 2 : cellsOf(word)) > width;
}

/** Between characters that fill two cells a text is broken without a space. */
function joint(before: string, row: string): string {
  return WIDE.test(before.at(-1) ?? '') && WIDE.test(row.trimStart()[0] ?? '') ? '' : ' ';
}

function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += WIDE.test(character) ? 2 : 1;
  return cells;
}
