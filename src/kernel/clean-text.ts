/**
 * Normalises text so that both databases can store it: line ends become `\n`, control characters except newline and
 * tab are removed (PostgreSQL rejects NUL), and lone surrogates become U+FFFD, as both stores would do silently.
 */
export function cleanText(text: string): string {
  return (UNCLEAN.test(text) ? withoutControls(text) : text).toWellFormed();
}

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const [TAB, NEWLINE, RETURN, SPACE, DELETE, NO_BREAK_SPACE] = [0x09, 0x0a, 0x0d, 0x20, 0x7f, 0xa0];
/** Characters per call of `String.fromCharCode`: an engine limits the number of arguments. */
const AT_ONCE = 4_096;

/** Not a replacement by a pattern, which takes five times as long for a text of line ends. */
function withoutControls(text: string): string {
  // Not a typed array, which takes twice as long to spread.
  const kept = Array.from({ length: AT_ONCE }, () => 0);
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isReturn = code === RETURN && text.charCodeAt(at + 1) !== NEWLINE;
    const isControl = code < SPACE ? code !== NEWLINE && code !== TAB : code >= DELETE && code < NO_BREAK_SPACE;
    if (isControl && !isReturn) continue;
    kept[length] = isReturn ? NEWLINE : code;
    length += 1;
    if (length < AT_ONCE) continue;
    parts.push(String.fromCharCode(...kept));
    length = 0;
  }
  return parts.join('') + String.fromCharCode(...kept.slice(0, length));
}

/** Unicode direction controls, which can make a name look like another one. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION, '');

export const hasNoDirectionMarks = (text: string): boolean => withoutDirectionMarks(text) === text;

/** The message for text that contains them. */
export const DIRECTION_MARKS =
  'A name cannot contain invisible characters that change the direction of text. Type it instead of pasting it.';

/** Whether nothing is visible: only white space, and marks that affect direction or joining. */
export function isBlank(text: string): boolean {
  return !/[^\s\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.test(text);
}
