/**
 * Text as it may be stored in either database: line ends are `\n`, control characters other than newline and tab are
 * gone (PostgreSQL refuses NUL), and lone surrogates are U+FFFD, which both stores would make of them silently.
 */
export function cleanText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
      .toWellFormed()
  );
}

/** Whether nothing can be seen: white space, and marks that only steer direction or joining. */
export function isBlank(text: string): boolean {
  return !/[^\s\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.test(text);
}
