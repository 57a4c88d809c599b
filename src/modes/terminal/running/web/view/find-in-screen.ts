import { firstWords } from '../../../chat/domain/shown/first-words.ts';
import type { LiveScreen } from './live-screen.ts';

/** Scrolls to where a message stands in the terminal, by its first words, and selects them. */
export function findInScreen({ search, terminal }: LiveScreen, message: string): boolean {
  // A terminal wraps lines, so that fewer words are found where more are not.
  return firstWords(message, terminal.cols).some((words) => search.findPrevious(words, { caseSensitive: true }));
}

/** The rows that are in view, from the top. */
export function rowsInView({ terminal }: LiveScreen): readonly string[] {
  const { viewportY } = terminal.buffer.active;
  const rows = Array.from({ length: terminal.rows }, (_, row) => terminal.buffer.active.getLine(viewportY + row));
  return rows.map((row) => row?.translateToString(true) ?? '');
}
