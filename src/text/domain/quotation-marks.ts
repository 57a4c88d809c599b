import { languageByWords } from './stop-words.ts';

const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  german: ['„', '“'],
  french: ['«\u00a0', '\u00a0»'],
};

/** A text in the quotation marks of its language. */
export function quoted(text: string): string {
  const [open, close] = MARKS[languageByWords(text) ?? ''] ?? ['“', '”'];
  return `${open}${text}${close}`;
}
