import { withHiddenShown } from '#text/domain/hidden-characters.ts';

/** Maximum length of a button's label. Nobody should allow permanently what they could not read. */
const MAX_WORDS = 200;

/**
 * The label of a button that allows a prompt with all suggestions of Claude Code, like one choice of its own dialog.
 * Null if it suggests nothing, or if the label would be too long.
 */
export function fromNowOnInWords(allow: string, suggestions: readonly string[]): string | null {
  const words = suggestions.map((each) => withHiddenShown(`${each.slice(0, 1).toLowerCase()}${each.slice(1)}`));
  const label = [allow, ...words].join(', and ');
  return words.length === 0 || label.length > MAX_WORDS ? null : label;
}
