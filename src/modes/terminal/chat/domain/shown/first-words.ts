const MIN_CHARACTERS = 3;
/** Columns at the start of a row for the mark of a message and its indent. */
const MARGIN = 6;

/** The first words of a message, as a terminal of this width may show them on one row; the longest first. */
export function firstWords(message: string, cols: number): readonly string[] {
  const [line = ''] = message
    .split('\n')
    .map((each) =>
      each
        .replace(/^[\s#>*+-]+/u, '')
        .replace(/[`*_]/gu, '')
        .trim(),
    )
    .filter((each) => each.length >= MIN_CHARACTERS);
  const longest = line.slice(0, Math.max(MIN_CHARACTERS, cols - MARGIN));
  const words = longest.length < line.length ? longest.replace(/(?<!\s)\s+\S*$/u, '') : longest;
  const fewer = words.split(' ').slice(0, 4).join(' ');
  return [...new Set([words, fewer])].filter((each) => each.length >= MIN_CHARACTERS);
}

interface Said {
  readonly id: string;
  readonly content: string;
}

/** The message whose beginning is lowest among rows of a terminal; of two with the same words, the later one. */
export function messageInRows(rows: readonly string[], messages: readonly Said[]): string | null {
  // Rows lack their trailing spaces, so they can be shorter than the terminal is wide.
  const cols = Math.max(0, ...rows.map((row) => row.length)) + MARGIN;
  const latestFirst = messages.toReversed();
  for (const row of rows.toReversed()) {
    const found = latestFirst.find(({ content }) => firstWords(content, cols).some((words) => row.includes(words)));
    if (found) return found.id;
  }
  return null;
}
