import { classOf, isElement, type PageElement, tagOf } from './page-tree.ts';

/** Bounds the grid: one long row would pad all the others to its length. */
const MAX_CELLS = 1_000_000;
const MAX_SPAN = 1_000;
/** A table with a cell of more characters, in paragraphs, is used for layout. */
const MAX_CELL = 2_000;
/** Separator between the items of one cell. */
const BETWEEN_ITEMS = '; ';

interface TableCell {
  readonly element: PageElement;
  /** Its Markdown, which can contain blocks. */
  readonly content: string;
}

/**
 * A table with pipes. Each cell is one line in its column; one that spans rows is repeated in each of them. A layout
 * table becomes its cells as blocks.
 */
export function tableOf(table: PageElement, contentOf: (cell: PageElement) => string): string {
  const caption = childrenOf(table).find((each) => tagOf(each) === 'caption');
  const elements = rowsOf(table);
  const rows = elements.map((row) => cellsOf(row).map((element) => ({ element, content: contentOf(element) })));
  const parts = elements.map((row) => row.parentNode);
  const body = isLayout(table, rows) ? layoutOf(rows, table) : dataOf(rows, parts);
  return [caption ? contentOf(caption).trim() : '', body].filter(Boolean).join('\n\n');
}

function childrenOf(element: PageElement): PageElement[] {
  return [...element.childNodes].filter(isElement);
}

/** The rows that belong to a table itself, with its footer last. */
function rowsOf(table: PageElement): PageElement[] {
  const parts = childrenOf(table).filter((each) => /^(?:thead|tbody|tfoot|tr)$/.test(tagOf(each)));
  const last = parts.filter((part) => tagOf(part) === 'tfoot');
  return [...parts.filter((part) => !last.includes(part)), ...last].flatMap((part) =>
    tagOf(part) === 'tr' ? [part] : childrenOf(part).filter((each) => tagOf(each) === 'tr'),
  );
}

function cellsOf(row: PageElement): PageElement[] {
  return childrenOf(row).filter((each) => /^t[hd]$/.test(tagOf(each)));
}

type Rows = readonly (readonly TableCell[])[];

function isLayout(table: PageElement, rows: Rows): boolean {
  if (Math.max(0, ...rows.map((row) => row.length)) < 2) return true;
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '') || /ltx_eqn/.test(classOf(table))) return true;
  return rows.some((row) =>
    row.some(
      ({ content }) =>
        (content.length > MAX_CELL && /\n\s*\n/.test(content.trim())) || /^(?:#{1,6} |`{3})/m.test(content),
    ),
  );
}

/** Cells as blocks. Those of an equation remain on one line, with its number. */
function layoutOf(rows: Rows, table: PageElement): string {
  const isOfFormulas = table.querySelector('[data-formula]') !== null;
  return rows
    .map((row) => {
      const cells = row.map(({ content }) => content.trim()).filter(Boolean);
      const isEquation = isOfFormulas && cells.every((cell) => cell.length < 20 || /\$[^\n]*\$/.test(cell));
      return cells.join(isEquation ? ' ' : '\n\n');
    })
    .filter(Boolean)
    .join('\n\n');
}

/** `parts` has the part of the table (head, body, foot) for each row. */
function dataOf(rows: Rows, parts: readonly unknown[]): string {
  const grid = gridOf(rows, parts);
  const columns = Math.max(0, ...grid.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
  if (columns < 2 || columns * grid.length > MAX_CELLS)
    return rows
      .flatMap((row) => row.map(({ content }) => content.trim()))
      .filter(Boolean)
      .join('\n\n');
  const heads = headRows(rows);
  const head = Array.from({ length: columns }, (_, at) =>
    [...new Set(grid.slice(0, heads).map((row) => row[at] ?? ''))].filter(Boolean).join(' '),
  );
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(columns)}`, ...grid.slice(heads).map(line)].join('\n');
}

/** The number of rows with column names; at least the first one. */
function headRows(rows: Rows): number {
  const isHead = (row: readonly TableCell[]) =>
    row.length > 0 && row.every(({ element }) => tagOf(element) === 'th') && !isOneHeading(row);
  const first = rows.findIndex((row) => !isHead(row));
  return first === -1 ? 1 : Math.max(1, Math.min(first, 4));
}

/** Reports whether a row is a single heading over a part of the table. */
function isOneHeading(row: readonly TableCell[]): boolean {
  return row.length === 1 && span(row[0]?.element, 'colspan') > 1;
}

function gridOf(rows: Rows, parts: readonly unknown[]): readonly (readonly string[])[] {
  const grid: (string | undefined)[][] = rows.map(() => []);
  let left = MAX_CELLS;
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const { element, content } of row) {
      while (grid[index]?.[column] !== undefined) column += 1;
      const [across, down] = [span(element, 'colspan'), span(element, 'rowspan')];
      const text = oneLine(content);
      const isHead = tagOf(element) === 'th' && row.length > 1;
      // No cell extends beyond its part of the table.
      for (
        let below = 0;
        below < Math.min(down, rows.length - index) && parts[index + below] === parts[index];
        below += 1
      )
        for (let beside = 0; beside < across && left > 0; beside += 1, left -= 1) {
          const cells = grid[index + below];
          // A name for several columns is repeated above each; other cells are written once.
          if (cells) cells[column + beside] = beside === 0 || isHead ? text : '';
        }
      column += across;
    }
  }
  return grid.map((row) => Array.from(row, (cell) => cell ?? ''));
}

function span(cell: PageElement | undefined, name: 'colspan' | 'rowspan'): number {
  const given = Number.parseInt(cell?.getAttribute(name) ?? '1', 10);
  // 0 means up to the end.
  if (given === 0) return name === 'rowspan' ? MAX_SPAN : 1;
  return given > 0 ? Math.min(given, MAX_SPAN) : 1;
}

/** The Markdown of a cell on one line, with separators between items and between the cells of an inner table. */
export function oneLine(content: string): string {
  const lines = content
    .split('\n')
    .filter((line) => !/^\s*\|(?: --- \|)+\s*$/.test(line))
    .map((line) => (/^\s*\| .*\|\s*$/.test(line) ? ofInnerRow(line) : line));
  let text = '';
  for (const line of lines) {
    const item = /^\s*(?:[-*+]|\d{1,9}\.) {1,4}(?=\S)/.exec(line)?.[0];
    const words = (item === undefined || /\d/.test(item) ? line : line.slice(item.length)).replace(/\s+/g, ' ').trim();
    if (words === '') continue;
    const isApart = text !== '' && (item !== undefined || line.startsWith(INNER_SIGN)) && !/[;:,.!?]$/.test(text);
    text += text === '' ? words : `${isApart ? BETWEEN_ITEMS : ' '}${words}`;
  }
  return text.replace(/(?<!\\)\|/g, '\\|').replaceAll(INNER_SIGN, '');
}

/** Marks a row of an inner table until the outer cell is written. */
const INNER_SIGN = '\u0001';

function ofInnerRow(line: string): string {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter(Boolean);
  return `${INNER_SIGN}${cells.join(', ')}`;
}
