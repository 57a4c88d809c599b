import type { ScreenBlock } from '../items.ts';

const LIST_OR_FRAME = /^\s*(?:[-•▎│┌├└]|\d+\.)\s?/u;
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u;

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
  readonly rows: string[];
  /** Rows of output below it are left out. */
  output: string | null;
  readonly isCut: boolean;
}
const NEWS_START = /^[A-Z][\w ]{0,40} "/u;
const WORDS = /^[\p{L}\p{N}"(]/u;

/** The conversation in rows of a screen, from its top. `cols`: the width at which it was painted. */
export function readBlocks(rows: readonly string[], cols: number): readonly ScreenBlock[] {
  const opened: Open[] = [];
  // A block that begins above the first row goes on in it.
  let open: Open | null = rows[0]?.startsWith(INDENT) ? cutBlock() : null;
  if (open) opened.push(open);
  const begin = (kind: Open['kind'], row: string) => {
    open = { kind, rows: [row], output: null, isCut: false };
    opened.push(open);
  };
  for (const [index, row] of rows.entries()) {
    if (isThought(rows, index)) open = null;
    else if (BULLET.test(row) || isBlinkingCall(rows, index)) begin('bullet', row.slice(2));
    else if (PROMPT.test(row) || SHELL.test(row)) begin('prompt', SHELL.test(row) ? `!${row.slice(2)}` : row.slice(2));
    else if (row.trim() === '') open?.rows.push('');
    else if (!row.startsWith(INDENT)) {
      if (open && isRestOfNews(open, row, cols)) open.rows.push(row);
      else open = null;
    } else if (OUTPUT.test(row)) takeOutput(open, row);
    else if (open && open.output === null) open.rows.push(row.slice(2));
  }
  return opened.flatMap((each) => blockOf(each, cols));
}

/** Claude Code wraps the line about a task without an indent. */
function isRestOfNews({ kind, rows, output }: Open, row: string, cols: number): boolean {
  if (kind !== 'bullet' || output !== null || !NEWS_START.test(rows[0] ?? '') || !WORDS.test(row)) return false;
  return isWrapped((rows.at(-1) ?? '').trimEnd(), row, cols - INDENT.length);
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
  const text = joinedRows(rows, cols - INDENT.length);
  if (text === '') return [];
  if (kind === 'prompt') return [{ type: 'prompt', text }];
  const isCall = output === null ? COLLAPSED.test(text) : CALL.test(text) || !BELOW_PROSE.test(output);
  if (isCall && !isCut) return [{ type: 'tool' }];
  // A call is painted a moment before its output.
  if (output === null && isBareCall(text)) return [{ type: 'tool' }];
  if (output === null && NEWS.test(text)) return [{ type: 'notice', text }];
  return [{ type: 'text', text, isCut }];
}

const isBareCall = (text: string) => CALL.test(text) && text.endsWith(')') && !text.includes('\n\n');

/**
 * The text of rows, with those joined that the terminal wrapped: where the first word of the next row would not have
 * fitted. Code whose lines fill the row is joined too.
 */
function joinedRows(rows: readonly string[], width: number): string {
  let text = '';
  let before: string | null = null;
  for (const given of rows) {
    const row = given.trimEnd();
    if (before === null || text === '') text = row.trimStart();
    else if (isWrapped(before, row, width)) text += joint(before, row) + row.trimStart();
    else text += `\n${row}`;
    before = row;
  }
  return text.replaceAll(/\n{3,}/gu, '\n\n').trimEnd();
}

function isWrapped(before: string, row: string, width: number): boolean {
  if (before === '' || row === '' || LIST_OR_FRAME.test(row)) return false;
  const [word = ''] = row.trimStart().split(' ');
  return cellsOf(before) + 1 + (WIDE.test(word[0] ?? '') ? 2 : cellsOf(word)) > width;
}

/** Between characters that fill two cells a text is broken without a space. */
function joint(before: string, row: string): string {
  return WIDE.test(before.at(-1) ?? '') && WIDE.test(row.trimStart()[0] ?? '') ? '' : ' ';
}

function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += WIDE.test(character) ? 2 : 1;
  return cells;
}
