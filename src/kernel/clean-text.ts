/**
 * Normalises text so that both databases can store it: line ends become `\n`, control characters except newline and
 * tab are removed (PostgreSQL rejects NUL), and lone surrogates become U+FFFD, as both stores would do silently.
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

/** Unicode direction controls, which can make a name look like another one. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const withoutDirectionMarks = (text: string): string => text.replace(DIRECTION, '');

export const hasNoDirectionMarks = (text: string): boolean => withoutDirectionMarks(text) === text;

/** The message where one has them. */
export const DIRECTION_MARKS =
  'A name cannot contain invisible characters that change the direction of text. Type it instead of pasting it.';

/** Whether nothing is visible: white space, and marks that only affect direction or joining. */
export function isBlank(text: string): boolean {
  return !/[^\s\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u.test(text);
}
