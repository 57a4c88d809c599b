import type { ColumnRole, DeckChoices, DeckTable } from '../../protocol.ts';
import { MAX_COLUMN_NAME, roleNamed } from '../paste/column-names.ts';
import { ankiTable, type CardTable, PLAIN_TABLE } from '../paste/read-cards.ts';
import { type TableRow, tableRows } from '../paste/table-rows.ts';

const SEPARATORS = { tab: '\t', comma: ',', semicolon: ';', pipe: '|', colon: ':', dash: ' - ' } as const;
type Separator = keyof typeof SEPARATORS;

const MAX_COLUMNS = 100;
/** Number of rows that are read to recognise a table. */
const SAMPLE = 50;
const MAX_EXAMPLE = 80;
/** Share of rows that must have several cells, in a file named as a table or with column names. */
const MIN_SHARE = 0.7;
const MIN_DASHES = 3;
const LISTED = /^\s*(?:[-*+•–#>|]|\d{1,3}[.)])\s/u;

interface ReadAs {
  readonly table: CardTable;
  readonly shown: DeckTable;
  readonly isAnki: boolean;
}

/** How to read a text as a table. Anything not chosen is detected. Null if the text is not a table. */
export function deckTable(text: string, { name, choices }: { name: string; choices: DeckChoices }): ReadAs | null {
  if (choices.separator === 'none') return null;
  const anki = choices.separator === undefined ? ankiTable(text) : null;
  if (anki) {
    const first = sampleOf(anki.body, anki)[0]?.cells ?? [];
    const isNamed = anki.names.length > 0;
    return shownAs(
      { ...anki, names: isNamed ? anki.names : first.map(() => '') },
      { choices, separator: nameOf(anki.separator), hasHeader: false, isAnki: true },
    );
  }
  const found =
    choices.separator === undefined
      ? separatorOf(text, name)
      : { separator: choices.separator, rowEnd: rowEndOf(text) };
  if (!found) return null;
  const { separator, rowEnd } = found;
  const table = { ...PLAIN_TABLE, separator: SEPARATORS[separator], rowEnd, body: text };
  const [first] = sampleOf(text, table);
  const names = (first?.cells ?? []).map((cell) => cell.trim());
  const roles = rolesOf(names);
  const hasHeader = choices.hasHeader ?? roles !== null;
  const positional: ColumnRole[] = names.length < 2 ? ['answer'] : names.map((_, index) => POSITIONS[index] ?? 'none');
  return shownAs(
    { ...table, roles: (hasHeader ? roles : null) ?? positional, names: hasHeader ? names : names.map(() => '') },
    { choices, separator, hasHeader, isAnki: false },
  );
}

const POSITIONS: readonly ColumnRole[] = ['question', 'answer'];

function shownAs(
  { names, ...read }: CardTable & { readonly names: readonly string[] },
  of: { choices: DeckChoices; separator: Separator | null; hasHeader: boolean; isAnki: boolean },
): ReadAs {
  const rows = sampleOf(read.body, read).slice(of.hasHeader ? 1 : 0);
  const width = Math.min(
    MAX_COLUMNS,
    Math.max(names.length, read.roles.length, ...rows.map(({ cells }) => cells.length)),
  );
  const roles = Array.from({ length: width }, (_, index) => of.choices.columns?.[index] ?? read.roles[index] ?? 'none');
  const exampleOf = (index: number) =>
    rows
      .map(({ cells }) => cells[index]?.trim() ?? '')
      .find((cell) => cell !== '')
      ?.slice(0, MAX_EXAMPLE)
      .toWellFormed() ?? '';
  const columns = roles.map((role, index) => ({
    name: (names[index] ?? '').slice(0, MAX_EXAMPLE).toWellFormed(),
    role,
    example: exampleOf(index),
  }));
  return {
    table: { ...read, roles },
    isAnki: of.isAnki,
    shown: { separator: of.separator, hasHeader: of.hasHeader, columns },
  };
}

function nameOf(separator: string): Separator | null {
  const found = Object.entries(SEPARATORS).find(([, sign]) => sign === separator);
  return found ? (found[0] as Separator) : null;
}

/** Null if the cells are not column names. */
function rolesOf(names: readonly string[]): readonly ColumnRole[] | null {
  const roles = names.map((name) => roleNamed(name) ?? 'none');
  const known = roles.filter((role) => role === 'question' || role === 'answer').length;
  const isNames = known > 0 && names.every((name) => name.length <= MAX_COLUMN_NAME && !/[.?!]$/u.test(name));
  if (!isNames || (known === 1 && names.length > 1 && roles.every((role) => role !== 'answer'))) return null;
  return roles;
}

/** Rows end with a line, except in the single line that Quizlet copies, where they end with a semicolon. */
function rowEndOf(text: string): '\n' | ';' {
  const lines = text.trim().split('\n', SAMPLE);
  return lines.length < 2 && (lines[0] ?? '').includes(';') ? ';' : '\n';
}

function separatorOf(text: string, name: string): { separator: Separator; rowEnd: '\n' | ';' } | null {
  if (isPairs(text, { separator: '\t', rowEnd: ';' })) return { separator: 'tab', rowEnd: ';' };
  const rowEnd = '\n' as const;
  const isTable = /\.(?:csv|tsv|tab)$/iu.test(name);
  let best: { separator: Separator; worth: number } | null = null;
  for (const separator of ['tab', 'semicolon', 'comma', 'pipe'] as const) {
    const rows = sampleOf(text, { separator: SEPARATORS[separator], rowEnd }).map(({ cells }) => cells);
    const share = rows.filter((cells) => cells.length > 1).length / Math.max(1, rows.length);
    const even = rows.filter((cells) => cells.length === rows[0]?.length).length / Math.max(1, rows.length);
    const hasNames = (rows[0]?.length ?? 0) > 1 && rolesOf((rows[0] ?? []).map((cell) => cell.trim())) !== null;
    // Commas also occur in sentences, and pipes in Markdown tables.
    const isLikely = isTable
      ? share >= MIN_SHARE || hasNames
      : separator === 'tab'
        ? share === 1
        : separator !== 'pipe' && hasNames && share >= MIN_SHARE;
    const worth = share + even + (hasNames ? 1 : 0);
    if (isLikely && worth > (best?.worth ?? -1)) best = { separator, worth };
  }
  if (best) return { separator: best.separator, rowEnd };
  if (isTable) return { separator: 'comma', rowEnd };
  const isDashed = !/\.(?:md|markdown)$/iu.test(name) && isPairs(text, { separator: ' - ', rowEnd }, MIN_DASHES);
  return isDashed ? { separator: 'dash', rowEnd } : null;
}

/** Whether there are at least `least` rows, each with two filled cells. Reads only a sample of the rows. */
function isPairs(text: string, shape: { separator: string; rowEnd: '\n' | ';' }, least = 2): boolean {
  if (!text.includes(shape.separator) || !text.includes(shape.rowEnd)) return false;
  const rows = sampleOf(text, shape);
  return (
    rows.length >= least &&
    rows.every(
      ({ cells }) =>
        cells.length === 2 &&
        cells.every((cell) => cell.trim() !== '' && !cell.trim().includes('\n')) &&
        !LISTED.test(cells[0] ?? ''),
    )
  );
}

function sampleOf(text: string, shape: { separator: string; rowEnd?: '\n' | ';' }): readonly TableRow[] {
  const rows: TableRow[] = [];
  for (const row of tableRows(text, shape)) {
    rows.push(row);
    if (rows.length === SAMPLE) break;
  }
  return rows;
}
