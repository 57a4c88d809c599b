export interface Mention {
  readonly id: string;
  readonly title: string;
  /** A few words beside the title. */
  readonly note: string;
}

/** The sign before the words: `@` anywhere, `/` at the very beginning. */
type MentionSign = '@' | '/';

/** Items that `@` offers in a composer. Pass the same object in every render. */
export interface Mentions {
  /** The name of the list, for example "Sources". */
  readonly label: string;
  /** Items that match the words after `@`; likely ones if there are no words. */
  readonly search: (words: string, sign: MentionSign) => Promise<readonly Mention[]>;
  /** A `/` at the beginning offers items too. */
  readonly hasCommands?: true;
  /** The text that a chosen item inserts. Omitted: its title in quotes. */
  readonly written?: (mention: Mention, sign: MentionSign) => string;
  /** Called when an item was chosen and its text inserted. */
  readonly onChoose?: (mention: Mention) => void;
}

/** An `@` before the caret, and the words after it. */
export interface MentionTyped {
  readonly start: number;
  readonly words: string;
  /** Omitted: `@`. */
  readonly sign?: '/';
}

const MAX_WORDS = 60;

/** The mention that is being typed, if the caret is in one: `@` at the beginning of a word, on one line. */
export function mentionBefore(text: string, caret: number): MentionTyped | null {
  const start = text.lastIndexOf('@', caret - 1);
  if (start === -1 || caret - start > MAX_WORDS) return null;
  if (start > 0 && !/[\s(“"]/u.test(text[start - 1] ?? '')) return null;
  const words = text.slice(start + 1, caret);
  return /^\s|\n|\s{2}/u.test(words) ? null : { start, words };
}

/** The command that is being typed, if the text begins with `/` and the caret is in its first word. */
export function commandBefore(text: string, caret: number): MentionTyped | null {
  const words = text.slice(1, caret);
  return text.startsWith('/') && caret > 0 && !/\s/u.test(words) ? { start: 0, words, sign: '/' } : null;
}
