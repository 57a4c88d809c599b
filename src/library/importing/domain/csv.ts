/**
 * Maximum length of a quoted cell. Bounds the search for the closing mark, which runs for each cell that begins with a
 * stray mark.
 */
const MAX_CELL = 100_000;
const SEPARATORS = [',', ';', '\t'] as const;

/** Converts comma-separated values to a Markdown table; null if the text has fewer than two columns. */
export function tableOfCsv(text: string): string | null {
  const firstLine = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  const counts = SEPARATORS.map((separator) => firstLine.split(separator).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
  const rows = rowsOf(text, separator).filter((row) => row.some((cell) => cell.trim() !== ''));
  const width = Math.max(0, ...rows.slice(0, 1_000).map(({ length }) => length));
  const [head, ...body] = rows;
  if (!head || width < 2) return null;
  const lineOf = (row: readonly string[]) =>
    `| ${Array.from({ length: Math.max(width, row.length) }, (_, index) => inCell(row[index] ?? '')).join(' | ')} |`;
  return [lineOf(head), `|${' --- |'.repeat(width)}`, ...body.map(lineOf)].join('\n');
}

function inCell(cell: string): string {
  return cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\s+/gu, ' ').trim();
}

/** A quoted cell can hold separators and line breaks; quotation marks inside it are doubled. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    const quoted = text[at] === '"' ? quotedCell(text, at) : null;
    let end = quoted?.end ?? at;
    while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
    row.push(quoted ? quoted.cell : text.slice(at, end).replace(/\r$/u, ''));
    at = end;
    if (text[end] === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

function quotedCell(text: string, at: number): { readonly cell: string; readonly end: number } | null {
  for (let end = text.indexOf('"', at + 1); end >= 0 && end - at < MAX_CELL; end = text.indexOf('"', end + 1)) {
    if (text[end + 1] !== '"') return { cell: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
    end += 1;
  }
  return null;
}
