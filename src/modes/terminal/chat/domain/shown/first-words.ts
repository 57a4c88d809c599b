const MIN_CHARACTERS = 3;
/** Of the row's start, for the mark of a message and its indent. */
export const MARGIN = 6;

/** The first words of a message as a terminal of this width may show them on one row: the longest first. */
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
  const words = longest.length < line.length ? longest.replace(/\s+\S*$/u, '') : longest;
  const fewer = words.split(' ').slice(0, 4).join(' ');
  return [...new Set([words, fewer])].filter((each) => each.length >= MIN_CHARACTERS);
}
