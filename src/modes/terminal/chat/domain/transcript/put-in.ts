/** A text that Claude Code itself writes where a person's message stands. */
export type PutIn =
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'shell'; readonly text: string }
  /** Printed by the command or the shell line before it. */
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'task-done'; readonly text: string }
  | { readonly kind: 'interrupted' }
  /** Of no interest to a reader. */
  | { readonly kind: 'aside' };

// oxlint-disable-next-line no-control-regex -- what commands print has colours
const COLOURS = /\u001B\[[\d;]*m/gu;
const ASIDES = /^\s*<(?:local-command-caveat|system-reminder)>/u;

/** Null for what the person said. */
export function readPutIn(text: string): PutIn | null {
  if (text.startsWith('[Request interrupted by user')) return { kind: 'interrupted' };
  const start = text.trimStart();
  if (!start.startsWith('<')) return null;
  if (ASIDES.test(start)) return { kind: 'aside' };
  if (/^<command-(?:name|message)>/u.test(start)) {
    const name = inside(start, 'command-name') ?? `/${inside(start, 'command-message') ?? ''}`;
    return { kind: 'command', text: `${name} ${inside(start, 'command-args') ?? ''}`.trim() };
  }
  if (start.startsWith('<bash-input>')) return { kind: 'shell', text: `!${inside(start, 'bash-input') ?? ''}` };
  if (start.startsWith('<local-command-stdout>') || start.startsWith('<local-command-stderr>'))
    return { kind: 'output', text: printed(start, ['local-command-stdout', 'local-command-stderr']) };
  if (start.startsWith('<bash-stdout>') || start.startsWith('<bash-stderr>'))
    return { kind: 'output', text: printed(start, ['bash-stdout', 'bash-stderr']) };
  if (start.startsWith('<task-notification>'))
    return { kind: 'task-done', text: inside(start, 'summary') ?? 'A task in the background has ended.' };
  return null;
}

const printed = (text: string, tags: readonly string[]) =>
  tags
    .map((tag) => inside(text, tag)?.replaceAll(COLOURS, '') ?? '')
    .filter((part) => part !== '')
    .join('\n');

/** The text of an element; of one that is not closed, all that follows. */
function inside(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return null;
  const from = start + tag.length + 2;
  const end = text.lastIndexOf(`</${tag}>`);
  return text.slice(from, end < from ? undefined : end);
}
