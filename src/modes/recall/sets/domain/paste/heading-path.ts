/** Maximum lengths for a point, in code that also runs in the page. The wire schemas check the same limits. */
export const MAX_POINT_CHARACTERS = 2_000;
export const MAX_CONTEXT_CHARACTERS = 500;

const HEADING = /^ {0,3}(#{1,6})\s+(\S.*)$/u;

/** The Markdown headings above a line, as a path from the top level. */
export class HeadingPath {
  readonly #titles: (string | undefined)[] = [];

  /** Updates the path with a line. Returns whether the line is a heading. */
  take(line: string): boolean {
    const heading = HEADING.exec(line);
    if (!heading) return false;
    const [, marks = '', title = ''] = heading;
    this.#titles.length = Math.min(this.#titles.length, marks.length - 1);
    this.#titles[marks.length - 1] = withoutClosingMarks(title);
    return true;
  }

  toString(): string {
    return this.#titles.filter((title) => title !== undefined).join(' › ');
  }
}

/** Removes the optional closing marks of `## Title ##`. */
function withoutClosingMarks(title: string): string {
  const trimmed = title.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  return end > 0 ? trimmed.slice(0, end).trimEnd() : trimmed;
}

/** Returns a lookup for the headings above a sentence, whose white space must be folded; '' if there are none. */
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
