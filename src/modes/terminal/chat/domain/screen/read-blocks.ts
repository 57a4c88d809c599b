import type { ScreenBlock } from '../items.ts';
import { isWrapped, joinedRows, markdownOf, type Row } from './joined-rows.ts';
import type { ScreenRows } from './read-screen.ts';

const BULLET = /^[●⏺] /u;
const PROMPT = /^❯\s/u;
const SHELL = /^! /u;
const OUTPUT = /^ {2}(?:⎿|Waiting for permission…$)/u;
/** A call with its parameters, such as `Bash(echo one)`. */
const CALL = /^[A-Z][\w-]*(?: [\w:.-]+)*\(/u;
const COLLAPSED = /\(ctrl\+o to expand\)$/u;
/** A line below prose, inserted by an interruption or by a call that is not shown. */
const BELOW_PROSE = /^ {2}⎿\s+(?:Interrupted|Error)/u;
/** Indent of all rows of the conversation: anything else in the first column ends a block. */
const INDENT = '  ';
const CONVERSATION = /^(?: {2}|[●⏺❯!]\s)/u;

/** The folded line of the model's thinking. */
const THOUGHT = /^(?:[●⏺∴✻] | {2})(?:Thinking|Thought)\b[^()]{0,60}\(ctrl\+o to expand\)$/u;
/** A line that Claude Code inserts at the end of a task. */
const NEWS =
  /^[A-Z][\w ]{0,40} "[^\n]{1,300}" (?:completed|finished|failed|stopped|ended|was (?:stopped|killed))\b[^\n]*$/u;

interface Open {
  readonly kind: 'bullet' | 'prompt';
  readonly rows: Row[];
  /** First row of output below it, null if there is none. Output is left out of the block. */
  output: string | null;
  readonly isCut: boolean;
}
const NEWS_START = /^[A-Z][\w ]{0,40} "/u;
const WORDS = /^[\p{L}\p{N}"(]/u;

/** Reads the conversation from the rows of a screen, from its top. `cols`: the width at which it was painted. */
export function readBlocks(
  rows: readonly string[],
  cols: number,
  marked: ScreenRows['marked'] = new Map(),
): readonly ScreenBlock[] {
  const opened: Open[] = [];
  // The first row continues a block that begins above it.
  let open: Open | null = rows[0]?.startsWith(INDENT) ? cutBlock() : null;
  if (open) opened.push(open);
  const begin = (kind: Open['kind'], row: Row) => {
    open = { kind, rows: [row], output: null, isCut: false };
    opened.push(open);
  };
  for (const [index, row] of rows.entries()) {
    const inner = { text: row.slice(2), marked: marked.get(index)?.text };
    if (isThought(rows, index)) open = null;
    else if (BULLET.test(row) || isBlinkingCall(rows, index)) begin('bullet', inner);
    else if (PROMPT.test(row) || SHELL.test(row))
      begin('prompt', { text: SHELL.test(row) ? `!${inner.text}` : inner.text });
    else if (row.trim() === '') open?.rows.push({ text: '' });
    else if (!row.startsWith(INDENT)) {
      if (open && isRestOfNews(open, row, cols)) open.rows.push({ text: row });
      else open = null;
    } else if (OUTPUT.test(row)) takeOutput(open, row);
    else if (open && open.output === null) open.rows.push(inner);
  }
  return opened.flatMap((each) => blockOf(each, cols));
}

/** Claude Code wraps the line about a task without an indent. */
function isRestOfNews({ kind, rows, output }: Open, row: string, cols: number): boolean {
  if (kind !== 'bullet' || output !== null || !NEWS_START.test(rows[0]?.text ?? '') || !WORDS.test(row)) return false;
  return isWrapped((rows.at(-1)?.text ?? '').trimEnd(), row, cols - INDENT.length);
}

/** If text follows in the same column, the line is quoted in an answer. */
function isThought(rows: readonly string[], index: number): boolean {
  if (!THOUGHT.test(rows[index] ?? '') || (rows[index - 1] ?? '').trim() !== '') return false;
  const below = rows.findIndex((row, place) => place > index && row.trim() !== '');
  const row = rows[below] ?? '';
  return !row.startsWith(INDENT) || OUTPUT.test(row) || isBlinkingCall(rows, below);
}

/** The bullet of a running call blinks, so it can be missing. Below the call is its output, or no conversation. */
function isBlinkingCall(rows: readonly string[], index: number): boolean {
  const row = rows[index] ?? '';
  if (!row.startsWith(INDENT) || !CALL.test(row.slice(2)) || (rows[index - 1] ?? '').trim() !== '') return false;
  const length = rows.slice(index).findIndex((each) => each.trim() === '' || OUTPUT.test(each));
  const end = length < 0 ? rows.length : index + length;
  const below = rows.slice(end).find((each) => each.trim() !== '') ?? '';
  if (OUTPUT.test(rows[end] ?? '')) return !BELOW_PROSE.test(below);
  return rows[end - 1]?.trimEnd().endsWith(')') === true && !CONVERSATION.test(below);
}

const cutBlock = (): Open => ({ kind: 'bullet', rows: [], output: null, isCut: true });

function takeOutput(open: Open | null, row: string): void {
  if (open) open.output ??= row;
}

function blockOf({ kind, rows, output, isCut }: Open, cols: number): readonly ScreenBlock[] {
  const width = cols - INDENT.length;
  const text = joinedRows(
    rows.map((row) => ({ text: row.text })),
    width,
  ).trim();
  if (text === '') return [];
  if (kind === 'prompt') return [{ type: 'prompt', text }];
  const isCall = output === null ? COLLAPSED.test(text) : CALL.test(text) || !BELOW_PROSE.test(output);
  if (isCall && !isCut) return [{ type: 'tool' }];
  // A call is painted a moment before its output.
  if (output === null && isBareCall(text)) return [{ type: 'tool' }];
  if (output === null && NEWS.test(text)) return [{ type: 'notice', text }];
  return [{ type: 'text', text: markdownOf(rows, width), isCut }];
}

const isBareCall = (text: string) => CALL.test(text) && text.endsWith(')') && !text.includes('\n\n');
