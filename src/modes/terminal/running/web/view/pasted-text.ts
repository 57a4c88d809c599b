/** The text that a program asks to copy (OSC 52: a target, and Base64). Empty for a query, or if it is no text. */
export function copiedText(data: string): string {
  try {
    const bytes = Uint8Array.from(atob(data.slice(data.indexOf(';') + 1)), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/**
 * Makes a text safe to paste into a terminal. Removes control characters: one could end a bracketed paste, so that the
 * rest would be typed. Lines end with a line feed.
 */
export function pastedText(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n').replaceAll(/[\p{Cc}--[\n\t]]/gv, '');
}
