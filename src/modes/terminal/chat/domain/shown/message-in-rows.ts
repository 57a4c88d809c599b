import { firstWords, MARGIN } from './first-words.ts';

interface Said {
  readonly id: string;
  readonly content: string;
}

/** The message whose beginning stands lowest among rows of a terminal: the later one of two with the same words. */
export function messageInRows(rows: readonly string[], messages: readonly Said[]): string | null {
  // Rows without the spaces at their ends may be shorter than the terminal is wide.
  const cols = Math.max(0, ...rows.map((row) => row.length)) + MARGIN;
  const latestFirst = messages.toReversed();
  for (const row of rows.toReversed()) {
    const found = latestFirst.find(({ content }) => firstWords(content, cols).some((words) => row.includes(words)));
    if (found) return found.id;
  }
  return null;
}
