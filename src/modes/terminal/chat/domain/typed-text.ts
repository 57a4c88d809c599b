const PASTE_START = '\u001B[200~';
const PASTE_END = '\u001B[201~';
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;

/** A message as it may be typed: without control characters, which could end a paste or work the terminal. */
export function cleanInput(content: string): string {
  const lines = content.replaceAll(/\r\n?/gu, '\n').replaceAll(CONTROL, '').trimEnd();
  // A return behind it would be a line break.
  return lines.endsWith('\\') ? `${lines} ` : lines;
}

/** What is written into the terminal for a message, before its return. Commands are typed: a pasted one is none. */
export function typedText(content: string): string {
  const text = cleanInput(content);
  const isCommand = /^[/!]\S/u.test(text) && !text.includes('\n');
  return isCommand ? text : `${PASTE_START}${text}${PASTE_END}`;
}
