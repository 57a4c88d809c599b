/**
 * Invisible characters, and those that change the order of text, except ordinary line feeds and tabs, and parts of an
 * emoji.
 */
const HIDDEN =
  /(?!\n|\t|\ufe0f|\u200d)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)(?:\ufe0f|\u200d)/gu;
/** White space that can move the following text out of view, where lines are not wrapped. */
const GAP = /\p{Zs}{3}|\t/u;

/** Reports whether a text hides and reorders nothing. */
export const hidesNothing = (text: string): boolean => text.search(HIDDEN) < 0 && !GAP.test(text);

/** The text with each hidden character replaced by its code. */
export const withHiddenShown = (text: string): string =>
  text.replace(HIDDEN, (each) => `⟨U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
