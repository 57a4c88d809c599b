import type { ColumnRole, PointMoment } from '../../protocol.ts';
import { clozesIn } from './cloze.ts';
import { rolesOfFields } from './column-names.ts';
import { plainOfHtml } from './plain-of-html.ts';
import { type TableRow, tableRows } from './table-rows.ts';

export interface Card {
  readonly front: string;
  readonly back: string;
  /** Levels are separated by `::`; empty if the card names none. */
  readonly deck: string;
  /** Heading; can be empty. */
  readonly context: string;
  readonly tags: readonly string[];
  /** Moment in a session that the card came from, if the file names it. */
  readonly moment?: PointMoment;
  /** Number of its first line, from 1. */
  readonly line: number;
}

/** How a text is read as a table. */
export interface CardTable {
  readonly separator: string;
  readonly rowEnd?: '\n' | ';';
  readonly isHtml: boolean;
  readonly roles: readonly ColumnRole[];
  /** Number of lines before the rows. */
  readonly lines: number;
  readonly body: string;
  /** For rows that name no deck. */
  readonly deck: string;
  readonly tags: string;
}

const HEADER = /^#\s?(separator|html|columns|tags|deck|notetype|(?:guid|notetype|deck|tags) column):(.*)$/iu;
/** Tags that Anki sets itself. */
const OWN_TAGS = new Set(['leech', 'marked']);
const SEPARATORS: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  colon: ':',
  space: ' ',
};

/**
 * Reads cards from notes that Anki exported as text (with header lines), or from rows of two cells, the form of Quizlet
 * and spreadsheets. Null for any other text. A cloze note becomes the sentence with a gap, answered by the full
 * sentence.
 */
export function readCards(text: string): readonly Card[] | null {
  const table = ankiTable(text) ?? (text.includes('\t') ? (pairs(text, '\n') ?? pairs(text, ';')) : null);
  return table && Array.from(tableRows(table.body, table)).flatMap((row) => cardsOf(row, table));
}

/** A table whose rows all have exactly two filled cells; null if any row differs. */
function pairs(text: string, rowEnd: '\n' | ';'): CardTable | null {
  const table = { ...PLAIN_TABLE, separator: '\t', rowEnd, body: text, roles: ['question', 'answer'] as const };
  for (const { cells } of tableRows(text, table))
    if (cells.length !== 2 || cells.some((cell) => cell.trim() === '')) return null;
  return table;
}

export const PLAIN_TABLE = { isHtml: false, lines: 0, deck: '', tags: '' } as const;

/** Parses Anki's header lines, with the column names; null if the text has no header lines. */
export function ankiTable(text: string): (CardTable & { readonly names: readonly string[] }) | null {
  const { header, body, lines } = splitHeader(text);
  if (header.size === 0) return null;
  const of = (name: string) => header.get(name)?.trim() ?? '';
  const wanted = of('separator') === '' ? 'tab' : of('separator').toLowerCase();
  const separator = SEPARATORS[wanted] ?? wanted.charAt(0);
  const [row] = tableRows(header.get('columns') ?? '', { separator });
  const names = (row?.cells ?? []).map((name) => name.trim());
  const special: readonly [string, ColumnRole][] = [
    ['guid column', 'none'],
    ['notetype column', 'none'],
    ['deck column', 'deck'],
    ['tags column', 'tags'],
  ];
  const roles: ColumnRole[] = [];
  for (const [name, role] of special)
    if (Number(of(name)) >= 1 && Number(of(name)) <= 100) roles[Number(of(name)) - 1] = role;
  for (const [role, index] of rolesOfFields(names)) if (!roles.includes(role)) roles[index] ??= role;
  for (const role of ['question', 'answer'] as const) {
    if (roles.includes(role)) continue;
    const free = Array.from(roles).findIndex((each) => (each as ColumnRole | undefined) === undefined);
    roles[free < 0 ? roles.length : free] = role;
  }
  return {
    separator,
    isHtml: of('html') === 'true',
    roles: Array.from(roles, (role: ColumnRole | undefined) => role ?? 'none'),
    names,
    lines,
    body,
    deck: of('deck'),
    tags: of('tags'),
  };
}

/** The cards of a row; several if it has deletions. */
export function cardsOf({ cells, line }: TableRow, table: CardTable): readonly Card[] {
  const of = (role: ColumnRole) => cells.filter((cell, index) => table.roles[index] === role && cell.trim() !== '');
  if (of('deleted').length > 0) return [];
  const words = (role: ColumnRole) =>
    of(role)
      .map((cell) => (table.isHtml ? plainOfHtml(cell) : cell).trim())
      .join('\n');
  const [front, back] = [words('question'), words('answer')];
  const [deck = table.deck] = of('deck');
  const tags = (of('tags').join(' ') || table.tags).split(/\s+/u).filter((tag) => tag !== '' && !OWN_TAGS.has(tag));
  const context = words('heading');
  const asked = table.roles.includes('question');
  const sides = clozesIn(asked ? front : back) ?? [{ front, back }];
  return sides.map((side) => ({ ...side, deck: deck.trim(), context, tags, line }));
}

/** Formats the levels of a deck or tag for display. */
export function pathOf(name: string): string {
  return name.replaceAll('::', ' › ');
}

/** Separates the header lines, by name, from the text below them. */
function splitHeader(text: string) {
  const header = new Map<string, string>();
  let [from, lines] = [0, 0];
  for (;;) {
    const end = text.indexOf('\n', from);
    const found = HEADER.exec(text.slice(from, end < 0 ? undefined : end).replace(/\r$/u, ''));
    if (!found) return { header, body: text.slice(from), lines };
    header.set((found[1] ?? '').toLowerCase(), found[2] ?? '');
    lines += 1;
    if (end < 0) return { header, body: '', lines };
    from = end + 1;
  }
}
