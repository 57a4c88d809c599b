/** The text that a program asks to copy (OSC 52): where to, and Base64. Empty for a question, or what is no text. */
export function copiedText(data: string): string {
  try {
    const bytes = Uint8Array.from(atob(data.slice(data.indexOf(';') + 1)), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/**
 * Text as it may be pasted into a terminal: without control characters, of which one would end the bracket of a
 * bracketed paste and let the rest be typed. Lines end with a line feed.
 */
export function pastedText(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n').replaceAll(/[\p{Cc}--[\n\t]]/gv, '');
}
