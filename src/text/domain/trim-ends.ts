/**
 * Removes characters that a pattern matches from the end of a text. The pattern matches one character and has the flag
 * `u`. A pattern such as `/[.!]+$/` would be quadratic: it tries the rest of the text at every character.
 */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const from = startOfLast(text, end);
    if (!character.test(text.slice(from, end))) break;
    end = from;
  }
  return text.slice(0, end);
}

/** Removes such characters from the beginning. */
export function trimStart(text: string, character: RegExp): string {
  let start = 0;
  for (const each of text) {
    if (!character.test(each)) break;
    start += each.length;
  }
  return text.slice(start);
}

export function trimEnds(text: string, character: RegExp): string {
  return trimStart(trimEnd(text, character), character);
}

/** The start of the last character before an offset: two units before it for a surrogate pair. */
function startOfLast(text: string, end: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, end - 2), end)) ? end - 2 : end - 1;
}
