const PASTE_START = '\u001B[200~';
const PASTE_END = '\u001B[201~';
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;
const VISIBLE = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A message as it may be typed: without control characters, which could end a paste or work the terminal. */
export function cleanInput(content: string): string {
  const lines = content.replaceAll(/\r\n?/gu, '\n').replaceAll(CONTROL, '').trimEnd();
  // A return behind a backslash would be a line break, and one behind a mention takes what it offers.
  return /(?:\\|(?:^|\s)@(?:\S*|"[^"\n]*"?))$/u.test(lines) ? `${lines} ` : lines;
}

/** Whether a message has something to see. Claude Code takes no other one, and leaves it in its field. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** In an empty box the first key, or a paste that begins with it, is the mode: what follows is run by a shell. */
export const isForShell = (content: string): boolean => cleanInput(content).startsWith('!');

/**
 * The bytes that are written into the terminal for a message, before its return. Commands are typed: a pasted one is
 * not run.
 */
export function typedText(content: string): string {
  const text = cleanInput(content);
  const isCommand = /^[/!]\S/u.test(text) && !text.includes('\n');
  if (!isCommand) return `${PASTE_START}${text}${PASTE_END}`;
  // A tab would complete it.
  return text.replaceAll('\t', ' ');
}

/** The characters that the screen may leave out or change: spaces, accents, emoji and those without width. */
const UNRELIABLE = /[^\p{L}\p{N}\p{P}\p{S}]|[\p{Sk}\p{Extended_Pictographic}\p{Default_Ignorable_Code_Point}]/gu;
const PUT_SHORT = /\[(?:Pastedtext|Image)#\d+(?:\+\d+lines)?\]/u;
const comparable = (text: string) => text.normalize('NFKD').replaceAll(UNRELIABLE, '');

/** Whether the field shows a text and nothing else. Long pastes and images are put short there. */
export function isInField(shown: string, text: string): boolean {
  const pieces = comparable(shown).split(PUT_SHORT);
  return wholesOf(text).some((whole) => hasInOrder(whole, pieces));
}

/** Whether the field shows a part of a text from its start, as it may while that is painted. */
export const isBeginning = (shown: string, text: string): boolean =>
  wholesOf(text).some((whole) => hasInOrder(whole, [...comparable(shown).split(PUT_SHORT), '']));

/** The mark of a line for the shell stands before the field. */
const wholesOf = (text: string) => [comparable(text), comparable(text.replace(/^!/u, ''))];

/** Whether a text is these pieces with anything between them. */
function hasInOrder(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
