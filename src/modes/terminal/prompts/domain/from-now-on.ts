import { withHiddenShown } from '#text/domain/hidden-characters.ts';

/** Nobody allows from now on what they have not read, and a button holds no more. */
const MAX_WORDS = 200;

/**
 * The words of a button that allows a prompt with all that Claude Code suggests to allow from now on, as one choice of
 * its own dialog does. Null if it suggests nothing, or more than a button says.
 */
export function fromNowOnInWords(allow: string, suggestions: readonly string[]): string | null {
  const words = suggestions.map((each) => withHiddenShown(`${each.slice(0, 1).toLowerCase()}${each.slice(1)}`));
  const label = [allow, ...words].join(', and ');
  return words.length === 0 || label.length > MAX_WORDS ? null : label;
}
