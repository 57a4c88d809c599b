/**
 * A path for the terminal. Escapes characters that would break the line, change its direction or control the terminal.
 */
export function shown(path: string): string {
  return path.replace(
    // oxlint-disable-next-line no-control-regex -- control characters are what is escaped
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
