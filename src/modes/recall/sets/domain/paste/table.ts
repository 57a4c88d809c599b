const ROW = /^\s*\|.*\|\s*$/u;
const DELIMITER = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?\s*$/u;
/** Names of a second column that add nothing: the cell says what the first one is. */
const PLAIN =
  /^(?:definition|meaning|description|explanation|translation|answer|back|value|bedeutung|erklärung|beschreibung|übersetzung|antwort|signification|définition|significado|definición)$/iu;

/** Whether a Markdown table begins with this line. */
export function beginsTable(line: string, next: string | undefined): boolean {
  return ROW.test(line) && next !== undefined && DELIMITER.test(next) && cellsOf(next).length === cellsOf(line).length;
}

export function isTableRow(line: string): boolean {
  return ROW.test(line);
}

export function cellsOf(line: string): readonly string[] {
  const bare = line.trim().replace(/^\|/u, '').replace(/\|$/u, '');
  return bare.split(/(?<!\\)\|/u).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** A row as one point: `France – Capital: Paris; Population: 68 million`. */
export function pointOfRow(header: readonly string[], row: readonly string[]): string {
  const [subject = '', ...cells] = row;
  const told = cells.flatMap((cell, index) => (cell === '' ? [] : [{ name: header[index + 1] ?? '', cell }]));
  const [only] = told;
  if (!only) return subject;
  if (told.length === 1 && (only.name === '' || PLAIN.test(only.name)))
    return subject === '' ? only.cell : subject.endsWith('?') ? `${subject} ${only.cell}` : `${subject}: ${only.cell}`;
  const words = told.map(({ name, cell }) => (name === '' ? cell : `${name}: ${cell}`)).join('; ');
  return subject === '' ? words : `${subject} – ${words}`;
}
