import { MAX_CONTEXT_CHARACTERS } from '../limits.ts';
import { HeadingPath } from './heading-path.ts';

/** Finds the headings above a sentence of a text, given with white space folded; empty if there are none. */
export function headingsIn(text: string): (sentence: string) => string {
  const sections: { context: string; words: string }[] = [{ context: '', words: '' }];
  const path = new HeadingPath();
  for (const line of text.split(/\r\n?|\n/u)) {
    const section = sections.at(-1);
    if (path.take(line)) sections.push({ context: path.toString().slice(0, MAX_CONTEXT_CHARACTERS), words: '' });
    else if (section) section.words += ` ${line}`;
  }
  const folded = sections.map(({ context, words }) => ({ context, words: words.replace(/\s+/gu, ' ') }));
  return (sentence) => folded.find(({ words }) => words.includes(sentence))?.context ?? '';
}
