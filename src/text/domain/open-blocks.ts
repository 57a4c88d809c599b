import { closesFence, openedFence } from './code-ranges.ts';

/** A line of Markdown, classified by the block that it begins or continues. */
export interface ReadLine {
  readonly kind: 'blank' | 'code' | 'row' | 'words';
  /** The block that contains the line, if it began above the line. */
  readonly inside: 'code' | 'table' | 'list' | null;
  /** Markdown to prepend so that the line is parsed as inside these blocks. */
  readonly head: string;
  /** Must not be separated from the line above: the end of a fence, or the delimiter row of a table. */
  readonly isBound: boolean;
  /** Whether a block, an item, a row or a line of code begins here. */
  readonly isBeginning: boolean;
  /** The number of characters per column of its table, in the first rows. */
  readonly columns: readonly number[];
}

/** Maximum number of nested lists, and of quote marks before a fence. */
const MAX_DEPTH = 30;
/** A wider table counts as text. */
const MAX_COLUMNS = 200;
const MAX_HEAD = 3_000;
const MEASURED_ROWS = 30;
const LONG_CELL = 60;
const QUOTE = /^(?: {0,3}>){1,100} ?/;
const ITEM = /^[ \t]*(?<marker>[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const DELIMITER = /^:?-+:?$/;
const BEGINNING = /^ {0,3}(?:#{1,6}[ \t]|\[\^)/;
/** Indentation of a line of code outside lists, in columns. */
const CODE_COLUMNS = 4;

/** Matches most lines of most texts, which need no further parsing. */
const PLAIN = /^\p{L}[^|]*$/u;
const WORDS = { kind: 'words', inside: null, head: '', isBound: false, isBeginning: false, columns: [] } as const;
const PARAGRAPH = { ...WORDS, isBeginning: true } as const;

interface Item {
  readonly column: number;
  readonly contentColumn: number;
  readonly marker: string;
}

interface OpenTable {
  readonly head: string;
  readonly columns: number[];
  /** Number of rows so far, including the delimiter row. */
  readonly rows: number;
}

/** Reads Markdown line by line, and tracks the open code, table and list items. */
export class OpenBlocks {
  private fence: { readonly signs: string; readonly head: string } | null = null;
  private table: OpenTable | null = null;
  private items: Item[] = [];
  private quote = '';
  private isAfterBlank = true;
  private isIndented = false;

  /** `next` returns the line below. */
  read(line: string, next: () => string): ReadLine {
    if (this.fence) return this.readInFence(line, this.fence);
    if (this.isOutside() && PLAIN.test(line)) {
      const isBeginning = this.isAfterBlank;
      this.isAfterBlank = false;
      return isBeginning ? PARAGRAPH : WORDS;
    }
    const quote = QUOTE.exec(line)?.[0] ?? '';
    const words = line.slice(quote.length);
    if (words.trim() === '') {
      this.table = null;
      this.isAfterBlank = true;
      return { ...WORDS, kind: 'blank' };
    }
    if (depthOf(quote) !== depthOf(this.quote)) this.leave();
    this.quote = quote;
    const read = this.readWords(line, words, next);
    this.isAfterBlank = false;
    return read;
  }

  /** The Markdown that reopens the present blocks. */
  get head(): string {
    const items = this.items.map(({ column, marker }) => `${this.quote}${' '.repeat(column)}${marker}\n`);
    return items.join('') + (this.fence?.head ?? this.table?.head ?? '');
  }

  private isOutside(): boolean {
    return this.items.length === 0 && !this.table && this.quote === '' && !this.isIndented;
  }

  /** Reports whether a list marker at this column is one, and not code. */
  private mayHold(column: number): boolean {
    return this.items.length < MAX_DEPTH && column - (this.items.at(-1)?.contentColumn ?? 0) < CODE_COLUMNS;
  }

  private leave(): void {
    this.items = [];
    this.table = null;
    this.isIndented = false;
  }

  private readInFence(line: string, { signs }: { readonly signs: string }): ReadLine {
    const { head } = this;
    const isBound = closesFence(line, signs);
    if (isBound) this.fence = null;
    return { kind: 'code', inside: 'code', head, isBound, isBeginning: true, columns: [] };
  }

  private readWords(line: string, words: string, next: () => string): ReadLine {
    const column = columnsOf(words);
    const marker = ITEM.exec(words)?.groups?.marker;
    const signs = openedFence(line);
    const isBeginning = this.isAfterBlank || marker !== undefined || signs !== null || BEGINNING.test(words);
    if (this.table && !isBeginning) return this.readRow(words, this.table);
    this.table = null;
    const wasInList = this.items.length > 0;
    if (isBeginning) this.items = this.items.filter(({ contentColumn }) => contentColumn <= column);
    const isInList = wasInList && (this.items.length > 0 || marker !== undefined);
    const wasIndented = this.isIndented;
    this.isIndented = this.items.length === 0 && column >= CODE_COLUMNS && (this.isAfterBlank || wasIndented);
    if (this.isIndented) return { ...WORDS, kind: 'code', inside: wasIndented ? 'code' : null, isBeginning: true };
    const { head } = this;
    if (signs !== null)
      this.fence = { signs, head: `${line.slice(0, line.indexOf(signs)).slice(-MAX_DEPTH)}${signs}\n` };
    else if (marker !== undefined && this.mayHold(column))
      this.items.push({ column, marker, contentColumn: column + marker.length + 1 });
    else this.openTable(line, next);
    return { ...WORDS, inside: isInList ? 'list' : null, head, isBeginning };
  }

  private readRow(words: string, { head, columns, rows }: OpenTable): ReadLine {
    if (rows > 0 && rows <= MEASURED_ROWS) addLengths(columns, words);
    this.table = { head, columns, rows: rows + 1 };
    return { kind: 'row', inside: 'table', head: this.head, isBound: rows === 0, isBeginning: true, columns };
  }

  private openTable(line: string, next: () => string): void {
    if (!line.includes('|')) return;
    const delimiters = next();
    if (line.length + delimiters.length > MAX_HEAD) return;
    const words = line.slice(this.quote.length);
    const columns = cellsOf(words).map(() => 0);
    const cells = cellsOf(delimiters.slice(this.quote.length));
    if (columns.length !== cells.length || columns.length > MAX_COLUMNS) return;
    if (!cells.every((cell) => DELIMITER.test(cell.trim()))) return;
    addLengths(columns, words);
    this.table = { head: `${line}\n${delimiters}\n`, columns, rows: 0 };
  }
}

function addLengths(columns: number[], row: string): void {
  for (const [index, { length }] of cellsOf(row).slice(0, columns.length).entries())
    columns[index] = (columns[index] ?? 0) + Math.min(length, LONG_CELL);
}

function cellsOf(row: string): readonly string[] {
  const cells = row.trim().replaceAll('\\|', '/').split('|');
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells;
}

function depthOf(quote: string): number {
  return quote.split('>').length;
}

/** The indentation of a line, in columns. */
export function columnsOf(line: string): number {
  let columns = 0;
  for (const sign of line) {
    if (sign !== ' ' && sign !== '\t') break;
    columns += sign === '\t' ? 4 - (columns % 4) : 1;
  }
  return columns;
}
