interface Keybindings {
  readonly bindings?: readonly { readonly context?: unknown; readonly bindings?: Readonly<Record<string, unknown>> }[];
}

const SUBMIT = 'chat:submit';
const RETURN = '\r';
const ESCAPE = '\u001B';
const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const MODIFIERS: Readonly<Record<string, number>> = {
  shift: SHIFT,
  alt: ALT,
  opt: ALT,
  option: ALT,
  meta: ALT,
  ctrl: CTRL,
  control: CTRL,
};
const ENTER = 13;

/**
 * The bytes of the key that sends the text in Claude Code's input box, by its `keybindings.json`. Null if Return does
 * something else and no other sending key is known. An unreadable text changes no key.
 */
export function sendKeyOf(keybindings: string): string | null {
  const own = new Map<string, unknown>();
  for (const { context, bindings } of blocksOf(keybindings))
    if (context === 'Chat') for (const [key, action] of Object.entries(bindings ?? {})) own.set(plain(key), action);
  if ((own.get('enter') ?? (own.has('enter') ? null : SUBMIT)) === SUBMIT) return RETURN;
  for (const [key, action] of own) {
    const bytes = action === SUBMIT ? bytesOf(key) : null;
    if (bytes !== null) return bytes;
  }
  return null;
}

function blocksOf(text: string): NonNullable<Keybindings['bindings']> {
  try {
    const { bindings } = JSON.parse(text) as Keybindings;
    return Array.isArray(bindings) ? bindings.filter((block) => block !== null && typeof block === 'object') : [];
  } catch {
    return [];
  }
}

const plain = (key: string) => key.toLowerCase().replaceAll(/\breturn\b/gu, 'enter');

/** `ctrl+x ctrl+s` is a sequence of two keys. */
function bytesOf(keys: string): string | null {
  const each = keys.trim().split(/\s+/u).map(bytesOfOne);
  return each.includes(null) ? null : each.join('');
}

function bytesOfOne(key: string): string | null {
  const parts = key.split('+');
  const name = parts.pop() ?? '';
  const held = parts.map((part) => MODIFIERS[part]);
  if (held.includes(undefined) || !(name === 'enter' || /^[a-z]$/u.test(name))) return null;
  const modifiers = held.reduce<number>((all, each) => all | (each ?? 0), 0);
  const code = name === 'enter' ? ENTER : name.charCodeAt(0);
  // The box would insert a letter without modifiers as text.
  if (modifiers === 0) return name === 'enter' ? RETURN : null;
  const before = (modifiers & ALT) === 0 ? '' : ESCAPE;
  if ((modifiers & SHIFT) === 0 && (name === 'enter') === ((modifiers & CTRL) === 0))
    return before + (name === 'enter' ? RETURN : String.fromCharCode(code & 0x1f));
  if (modifiers === ALT) return before + name;
  return `${ESCAPE}[${code};${modifiers + 1}u`;
}
