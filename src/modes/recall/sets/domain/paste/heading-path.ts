const HEADING = /^ {0,3}(#{1,6})\s+(\S.*)$/u;

/** The Markdown headings above a line, as a path from the top level. */
export class HeadingPath {
  readonly #titles: (string | undefined)[] = [];

  /** Takes a line in; says whether it was a heading. */
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
