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
/** Below prose, what is put in by an interruption or by a call that is not shown. */
const BELOW_PROSE = /^ {2}⎿\s+(?:Interrupted|Error)/u;
/** Of what the conversation consists of: everything else in the first column ends a block. */
const INDENT = '  ';
const CONVERSATION = /^(?: {2}|[●⏺❯!]\s)/u;

/** What the model thought, folded. */
const THOUGHT = /^(?:[●⏺∴✻] | {2})(?:Thinking|Thought)\b[^()]{0,60}\(ctrl\+o to expand\)$/u;
/** A line on the end of a task, as Claude Code puts it in. */
const NEWS =
  /^[A-Z][\w ]{0,40} "[^\n]{1,300}" (?:completed|finished|failed|stopped|ended|was (?:stopped|killed))\b[^\n]*$/u;

interface Open {
  readonly kind: 'bullet' | 'prompt';
  readonly rows: Row[];
  /** Rows of output below it are left out. */
  output: string | null;
  readonly isCut: boolean;
}
const NEWS_START = /^[A-Z][\w ]{0,40} "/u;
const WORDS = /^[\p{L}\p{N}"(]/u;

/** The conversation in rows of a screen, from its top. `cols`: the width at which it was painted. */
export function readBlocks(
  rows: readonly string[],
  cols: number,
  marked: ScreenRows['marked'] = new Map(),
): readonly ScreenBlock[] {
  const opened: Open[] = [];
  // A block that begins above the first row goes on in it.
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

/** If text follows in the same column, it is part of an answer that quotes such a line. */
function isThought(rows: readonly string[], index: number): boolean {
  if (!THOUGHT.test(rows[index] ?? '') || (rows[index - 1] ?? '').trim() !== '') return false;
  const below = rows.findIndex((row, place) => place > index && row.trim() !== '');
  const row = rows[below] ?? '';
  return !row.startsWith(INDENT) || OUTPUT.test(row) || isBlinkingCall(rows, below);
}

/**
 * The bullet of a call under way blinks: for a moment it is not there. Below the call is its output, or no
 * conversation.
 */
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
