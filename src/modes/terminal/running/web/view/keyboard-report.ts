type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>;

const SPECIAL: Readonly<Record<string, number>> = { Escape: 27, Enter: 13, Tab: 9, Backspace: 127 };

/**
 * The escape sequence of a key under the kitty keyboard protocol with `disambiguate escape codes`, or null if the key
 * keeps its legacy encoding: text, and keys whose legacy sequence is unambiguous. See
 * https://sw.kovidgoyal.net/kitty/keyboard-protocol/
 */
export function keyboardReport(event: Key): string | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey, isComposing } = event;
  if (isComposing || metaKey) return null;
  const modifiers = 1 + (shiftKey ? 1 : 0) + (altKey ? 2 : 0) + (ctrlKey ? 4 : 0);
  const special = SPECIAL[key];
  if (special !== undefined) {
    if (key === 'Escape') return sequence(special, modifiers);
    // Without modifiers these keep their legacy bytes, so that a shell is usable after a program crashed.
    return modifiers === 1 || (key === 'Tab' && modifiers === 2) ? null : sequence(special, modifiers);
  }
  const code = key.toLowerCase().codePointAt(0);
  const isText = code !== undefined && key.length === (code > 0xffff ? 2 : 1);
  return isText && (altKey || ctrlKey) ? sequence(code, modifiers) : null;
}

const sequence = (code: number, modifiers: number) => `\u001B[${code}${modifiers === 1 ? '' : `;${modifiers}`}u`;
