import { plainOfHtml } from './plain-of-html.ts';

export interface Card {
  readonly front: string;
  readonly back: string;
  /** Its deck, or its tags where it names none; may be empty. */
  readonly context: string;
  /** Number of its first line, from 1. */
  readonly line: number;
}

const HEADER = /^#(separator|html|columns|tags|deck|notetype|(?:guid|notetype|deck|tags) column):(.*)$/u;
/** What Anki marks cards with for itself. */
const OWN_TAGS = new Set(['leech', 'marked']);
const SEPARATORS: Readonly<Record<string, string>> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  colon: ':',
  space: ' ',
};
/** `{{c1::word::hint}}` */
const CLOZE = /\{\{c\d{1,3}::([^{}]*)\}\}/gu;
const GAP = '____';
/** A longer cell, or one with more quotation marks, is in no card. */
const MAX_CELL = 10_000;
const MAX_MARKS_IN_CELL = 200;

/**
 * The cards of a file as Anki exports notes (with its header lines), or of rows with two cells as Quizlet and
 * spreadsheets have them. Null for any other text. A cloze note is a sentence with gaps, and its whole sentence.
 */
export function readCards(text: string): readonly Card[] | null {
  const { header, body, lines } = splitHeader(text);
  if (header.size === 0 && !body.includes('\t')) return null;
  const wanted = header.get('separator')?.trim().toLowerCase() ?? 'tab';
  const rows = rowsOf(body, SEPARATORS[wanted] ?? wanted.charAt(0));
  if (header.size === 0 && !rows.every(({ cells }) => cells.length === 2 && cells.every((cell) => cell.trim() !== '')))
    return null;
  const isHtml = header.get('html')?.trim() === 'true';
  const others = new Set([...header].flatMap(([name, value]) => (name.endsWith('column') ? [Number(value) - 1] : [])));
  return rows.map(({ cells, line }) => {
    const sides = cells.filter((_, index) => !others.has(index)).map((cell) => (isHtml ? plainOfHtml(cell) : cell));
    const [front = '', back = ''] = sides.map((side) => side.trim());
    const isCloze = front.replace(CLOZE, '') !== front;
    return {
      front: isCloze ? front.replace(CLOZE, GAP) : front,
      back: isCloze ? front.replace(CLOZE, (_, said: string) => said.split('::')[0] ?? '') : back,
      context: contextOf(header, cells),
      line: line + lines,
    };
  });
}

/** Levels of a deck or a tag are divided by `::`. */
function contextOf(header: ReadonlyMap<string, string>, cells: readonly string[]): string {
  const of = (name: string) => {
    const column = Number(header.get(`${name} column`) ?? 0);
    return (cells[column - 1] ?? header.get(name) ?? '').trim();
  };
  const deck = of('deck');
  const tags = of('tags')
    .split(/\s+/u)
    .filter((tag) => tag !== '' && !OWN_TAGS.has(tag));
  return (deck === '' ? tags.join(', ') : deck).replaceAll('::', ' › ');
}

/** Header lines by name, and what stands below them. */
function splitHeader(text: string) {
  const header = new Map<string, string>();
  let [from, lines] = [0, 0];
  for (;;) {
    const end = text.indexOf('\n', from);
    const found = HEADER.exec(text.slice(from, end < 0 ? undefined : end).trimEnd());
    if (!found) return { header, body: text.slice(from), lines };
    header.set(found[1] ?? '', found[2] ?? '');
    lines += 1;
    if (end < 0) return { header, body: '', lines };
    from = end + 1;
  }
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Rows of cells. A cell in quotation marks may hold separators and line breaks; its own marks are doubled. */
function rowsOf(text: string, separator: string): readonly Row[] {
  const rows: Row[] = [];
  let cells: string[] = [];
  let line = 1;
  let began = 1;
  for (let at = 0; at <= text.length; at += 1) {
    const quoted = text[at] === '"' ? quotedCell(text, at, separator) : null;
    const end = quoted?.end ?? endOfCell(text, at, separator);
    const cell = quoted?.cell ?? text.slice(at, end);
    cells.push(cell.replace(/\r$/u, ''));
    line += quoted ? cell.split('\n').length - 1 : 0;
    at = end;
    if (text[end] === separator) continue;
    if (cells.some((each) => each.trim() !== '')) rows.push({ cells, line: began });
    cells = [];
    line += 1;
    began = line;
  }
  return rows;
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return end;
}

/** A cell in quotation marks, or null if the mark is one of the words. */
function quotedCell(text: string, at: number, separator: string): { cell: string; end: number } | null {
  let marks = 0;
  for (let end = text.indexOf('"', at + 1); end >= 0 && end - at < MAX_CELL; end = text.indexOf('"', end + 1)) {
    marks += 1;
    if (marks > MAX_MARKS_IN_CELL) return null;
    if (text[end + 1] === '"') {
      end += 1;
      continue;
    }
    const after = text[end + 1] === '\r' ? end + 2 : end + 1;
    const isEnd = after >= text.length || text[after] === separator || text[after] === '\n';
    return isEnd ? { cell: text.slice(at + 1, end).replaceAll('""', '"'), end: after } : null;
  }
  return null;
}
