/** What is not seen where it is, or changes the order of what is: not the line feeds and tabs of any text, nor a part of an emoji. */
const HIDDEN =
  /(?!\n|\t|\ufe0f|\u200d)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)(?:\ufe0f|\u200d)/gu;
/** Spaces that may put what follows out of sight, where text is not wrapped. */
const GAP = /\p{Zs}{3}|\t/u;

/** Whether a text has nothing that hides or reorders a part of it. */
export const hidesNothing = (text: string): boolean => text.search(HIDDEN) < 0 && !GAP.test(text);

/** The text with the code of each hidden character in its place. */
export const withHiddenShown = (text: string): string =>
  text.replace(HIDDEN, (each) => `⟨U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
