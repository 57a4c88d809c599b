export interface TableRow {
  readonly cells: readonly string[];
  /** Number of its first line, from 1. */
  readonly line: number;
}

interface Shape {
  /** Text between two cells. */
  readonly separator: string;
  /** The end of a row. */
  readonly rowEnd?: '\n' | ';';
  /** Number of lines before the text. */
  readonly lines?: number;
}

/** Cells that are longer, or have more quotation marks, are not parsed as quoted. */
const MAX_CELL = 10_000;
const MAX_MARKS_IN_CELL = 200;

/** Yields rows of cells. A quoted cell can contain separators and line breaks; quotation marks in it are doubled. */
export function* tableRows(text: string, { separator, rowEnd = '\n', lines = 0 }: Shape): Generator<TableRow> {
  const ends = { separator, rowEnd };
  let cells: string[] = [];
  let line = lines + 1;
  let began = line;
  for (let at = 0; at <= text.length;) {
    const quoted = text[at] === '"' ? quotedCell(text, at, ends) : null;
    const end = quoted?.end ?? endOfCell(text, at, ends);
    const cell = quoted?.cell ?? text.slice(at, end);
    cells.push(cell.replace(/\r$/u, ''));
    if (quoted || rowEnd !== '\n') line += cell.split('\n').length - 1;
    const goesOn = text.startsWith(separator, end);
    at = end + (goesOn ? separator.length : 1);
    if (goesOn) continue;
    if (cells.some((each) => each.trim() !== '')) yield { cells, line: began };
    cells = [];
    if (rowEnd === '\n') line += 1;
    began = line;
  }
}

function endOfCell(text: string, from: number, { separator, rowEnd }: Required<Omit<Shape, 'lines'>>): number {
  let end = from;
  while (end < text.length && text[end] !== rowEnd && !text.startsWith(separator, end)) end += 1;
  return end;
}

/** Parses a quoted cell; null if the quotation mark is part of the text. */
function quotedCell(
  text: string,
  at: number,
  { separator, rowEnd }: Required<Omit<Shape, 'lines'>>,
): { cell: string; end: number } | null {
  let marks = 0;
  for (let end = text.indexOf('"', at + 1); end >= 0 && end - at < MAX_CELL; end = text.indexOf('"', end + 1)) {
    marks += 1;
    if (marks > MAX_MARKS_IN_CELL) return null;
    if (text[end + 1] === '"') {
      end += 1;
      continue;
    }
    const after = text[end + 1] === '\r' ? end + 2 : end + 1;
    const isEnd = after >= text.length || text.startsWith(separator, after) || text[after] === rowEnd;
    return isEnd ? { cell: text.slice(at + 1, end).replaceAll('""', '"'), end: after } : null;
  }
  return null;
}
