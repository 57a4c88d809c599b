/**
 * Text as it may be pasted into a terminal: without control characters, of which one would end the bracket of a
 * bracketed paste and let the rest be typed. Lines end with a line feed.
 */
export function pastedText(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n').replaceAll(/[\p{Cc}--[\n\t]]/gv, '');
}
