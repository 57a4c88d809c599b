import { firstWords } from '../../../chat/domain/shown/first-words.ts';
import type { LiveScreen } from './live-screen.ts';

/** Scrolls to where a message stands in the terminal, by its first words, and selects them. */
export function findInScreen({ search, terminal }: LiveScreen, message: string): boolean {
  // A terminal wraps lines, so that fewer words are found where more are not.
  return firstWords(message, terminal.cols).some((words) => search.findPrevious(words, { caseSensitive: true }));
}
