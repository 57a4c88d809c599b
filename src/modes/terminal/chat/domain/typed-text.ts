const PASTE_START = '\u001B[200~';
const PASTE_END = '\u001B[201~';
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;
const VISIBLE = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A message without control characters, which could end a paste or control the terminal. */
export function cleanInput(content: string): string {
  const lines = content.replaceAll(/\r\n?/gu, '\n').replaceAll(CONTROL, '').trimEnd();
  // A return behind a backslash would insert a line break; one behind a mention would accept the suggestion.
  return /(?:\\|(?:^|\s)@(?:\S*|"[^"\n]*"?))$/u.test(lines) ? `${lines} ` : lines;
}

/** Whether a message has a visible character. Claude Code does not accept one without, and leaves it in its box. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/**
 * Whether a message is run by a shell: in an empty box, a first key `!`, or a paste that begins with it, sets that
 * mode.
 */
export const isForShell = (content: string): boolean => cleanInput(content).startsWith('!');

/**
 * The bytes to write into the terminal for a message, before its return. Commands are typed, because a pasted command
 * does not run.
 */
export function typedText(content: string): string {
  const text = cleanInput(content);
  const isCommand = /^[/!]\S/u.test(text) && !text.includes('\n');
  if (!isCommand) return `${PASTE_START}${text}${PASTE_END}`;
  // A tab would complete it.
  return text.replaceAll('\t', ' ');
}

/** Characters that the screen may omit or change: spaces, accents, emoji and those without width. */
const UNRELIABLE = /[^\p{L}\p{N}\p{P}\p{S}]|[\p{Sk}\p{Extended_Pictographic}\p{Default_Ignorable_Code_Point}]/gu;
const PUT_SHORT = /\[(?:Pastedtext|Image)#\d+(?:\+\d+lines)?\]/u;
const comparable = (text: string) => text.normalize('NFKD').replaceAll(UNRELIABLE, '');

/** Whether the field shows this text and nothing else. The field abbreviates long pastes and images. */
export function isInField(shown: string, text: string): boolean {
  const pieces = comparable(shown).split(PUT_SHORT);
  return wholesOf(text).some((whole) => hasInOrder(whole, pieces));
}

/** Whether the field shows the start of a text, as it can while it is painted. */
export const isBeginning = (shown: string, text: string): boolean =>
  wholesOf(text).some((whole) => hasInOrder(whole, [...comparable(shown).split(PUT_SHORT), '']));

/** The field shows a line for the shell without its `!`, which precedes the field. */
const wholesOf = (text: string) => [comparable(text), comparable(text.replace(/^!/u, ''))];

/** Whether a text consists of these pieces, with any text between them. */
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
