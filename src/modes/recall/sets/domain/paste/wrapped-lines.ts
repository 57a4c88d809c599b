const MIN_LINE = 40;
const MAX_LINE = 120;
const ENDS_SENTENCE = /[.!?:;…。！？]["'”’)\]]?$/u;
const GOES_ON = /^[\p{Ll}\p{N}(]/u;
const BEGINS_SMALL = /^\p{Ll}/u;

/**
 * Whether the lines are one paragraph that an editor or e-mail program wrapped at a column: each line ends where the
 * next word would not fit, and at least one line ends inside a sentence.
 */
export function areWrapped(lines: readonly string[]): boolean {
  const [first = '', ...rest] = lines;
  if (rest.length === 0 || BEGINS_SMALL.test(first)) return false;
  const width = Math.max(...lines.map((line) => line.length));
  if (width > MAX_LINE) return false;
  const breaks = rest.map((next, index) => ({ line: lines[index] ?? '', next }));
  const isBroken = breaks.every(
    ({ line, next }) => line.length >= MIN_LINE && line.length + 1 + firstWordLength(next) > width,
  );
  return isBroken && breaks.some(({ line, next }) => !ENDS_SENTENCE.test(line) && GOES_ON.test(next));
}

/** Joins wrapped lines. After a hyphen at the end of a line, no space is added. */
export function joinLines(lines: readonly string[]): string {
  return lines.reduce((text, line) =>
    /\p{L}-$/u.test(text) && BEGINS_SMALL.test(line) ? text + line : `${text} ${line}`,
  );
}

function firstWordLength(line: string): number {
  return /^\S*/u.exec(line)?.[0].length ?? 0;
}
