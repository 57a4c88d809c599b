import type { NoticeItem } from '../items.ts';

/** A text that Claude Code itself writes in the place of a person's message. */
export type PutIn =
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'shell'; readonly text: string }
  /** Output of the command or the shell line before it. */
  | { readonly kind: 'output'; readonly text: string }
  /** `summary`: its text on the screen. */
  | { readonly kind: 'task-done'; readonly text: string; readonly summary: string; readonly output: string }
  | { readonly kind: 'interrupted' }
  /** Of no interest to a reader. */
  | { readonly kind: 'aside' };

// oxlint-disable-next-line no-control-regex -- what commands print has colours
const COLOURS = /\u001B\[[\d;]*m/gu;
const ASIDES = /^\s*<(?:local-command-caveat|system-reminder)>/u;

/** Null for text that the person wrote. */
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
  return start.startsWith('<task-notification>') ? taskDone(start) : null;
}

const TASK_ENDS: Readonly<Record<string, string>> = {
  failed: 'has failed',
  killed: 'was stopped',
  stopped: 'was stopped',
};

function taskDone(text: string): PutIn {
  const summary = inside(text, 'summary') ?? '';
  const [, name] = /"([^"]+)"/u.exec(summary) ?? [];
  const end = TASK_ENDS[inside(text, 'status') ?? ''] ?? 'has ended';
  const output = [summary, inside(text, 'result') ?? ''].filter((part) => part !== '').join('\n\n');
  const task = name === undefined ? 'A task in the background' : `The task “${name}”`;
  return { kind: 'task-done', text: `${task} ${end}`, summary, output };
}

/** The notice for a prompt that Claude Code sent itself. */
export function noticeOfPrompt(
  text: string,
  { key, at, promptId }: { readonly key: string; readonly at: number; readonly promptId: string | null },
): NoticeItem {
  const read = readPutIn(text);
  const common = { type: 'notice', key, at } as const;
  if (read?.kind === 'task-done') {
    const { kind, text: words, summary, output } = read;
    return { ...common, kind, text: words, ...(output !== '' && { output }), begins: { promptId, text: summary } };
  }
  const plain = text.replaceAll(/<\/?[a-z][\w-]*>/gu, '').trim();
  return { ...common, kind: 'self-prompted', text: '', output: plain, begins: { promptId, text: plain } };
}

const printed = (text: string, tags: readonly string[]) =>
  tags
    .map((tag) => inside(text, tag)?.replaceAll(COLOURS, '') ?? '')
    .filter((part) => part !== '')
    .join('\n');

/** The text of an element; everything behind the tag if it is not closed. */
function inside(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return null;
  const from = start + tag.length + 2;
  const end = text.lastIndexOf(`</${tag}>`);
  return text.slice(from, end < from ? undefined : end);
}
