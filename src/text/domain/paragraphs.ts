/** Matched against white space. */
const BLANK_LINE = /\n[ \t\r]*\n/;

/**
 * The paragraphs of a text, each with the white space after it, so that their concatenation is the text. A blank line
 * ends one.
 */
export function paragraphTexts(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let from = 0;
  for (const { 0: space, index } of text.matchAll(/\s+/g)) {
    if (!BLANK_LINE.test(space)) continue;
    paragraphs.push(text.slice(from, index + space.length));
    from = index + space.length;
  }
  if (from < text.length) paragraphs.push(text.slice(from));
  return paragraphs;
}

/** Reports whether appended text would be another paragraph. */
export function endsWithBlankLine(text: string): boolean {
  return BLANK_LINE.test(text.slice(text.trimEnd().length));
}
