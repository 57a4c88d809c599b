import type { IBuffer, IBufferCell } from '@xterm/headless';

import type { EmulatorLine } from '../domain/emulator-core.ts';
import type { Emulator } from './emulator.ts';
import type { MarkedRow } from './screen-messages.ts';

/**
 * Derives markdown from the cells of Claude Code's rows. Keys are row numbers relative to `from`; rows without
 * formatting are omitted. Only themes with RGB colors are supported: the others paint inline code like code blocks.
 */
export function markedRows({ terminal, core }: Emulator, from: number): ReadonlyMap<number, MarkedRow> {
  const { buffer, cols } = terminal;
  const { active } = buffer;
  const marked = new Map<number, MarkedRow>();
  if (!hasOwnColors(active, from)) return marked;
  for (let row = from; row < active.length; row += 1) {
    if (isPlain(core.buffers.active.lines.get(row))) continue;
    const line = active.getLine(row);
    let cell: IBufferCell | undefined;
    const runs: Run[] = [];
    let isCode = false;
    for (let column = TEXT_COLUMN; line && column < cols; column += 1) {
      cell = line.getCell(column, cell);
      if (!cell || cell.getWidth() === 0) continue;
      isCode ||= cell.isFgPalette() && cell.getFgColor() < BRIGHT;
      addCell(runs, { mark: markOf(cell), text: cell.getChars() || ' ' });
    }
    if (isCode || runs.some(({ mark }) => mark !== ''))
      marked.set(row - from, { text: isCode ? null : withMarks(runs) });
  }
  return marked;
}

interface Run {
  mark: Mark;
  text: string;
}
type Mark = '' | '**' | '*' | '`' | '>';

/** The columns before it have bullets and indents. */
const TEXT_COLUMN = 2;
/** Syntax uses the first eight colors of the palette. */
const BRIGHT = 8;
/** Colors of inline code in the themes of Claude Code. */
const CODE_COLORS = [0xb1b9f9, 0x5769f7, 0x99ccff, 0x3366ff];

const NUMBERS_PER_CELL = 3;

/** Most rows are plain, and reading their cells one by one takes four times as long as their text. */
function isPlain(line: EmulatorLine | undefined): boolean {
  const numbers = line?._data ?? [];
  for (let at = TEXT_COLUMN * NUMBERS_PER_CELL; at < numbers.length; at += NUMBERS_PER_CELL)
    if (numbers[at + 1] !== 0 || numbers[at + 2] !== 0) return false;
  return true;
}

function hasOwnColors(active: IBuffer, from: number): boolean {
  for (let row = from; row < active.length; row += 1) {
    const cell = active.getLine(row)?.getCell(0);
    if (cell?.isFgRGB() && /[●⏺]/u.test(cell.getChars())) return true;
  }
  return false;
}

function markOf(cell: IBufferCell): Mark {
  if (cell.isDim() && cell.getChars() === '▎') return '>';
  if (cell.isFgRGB() && CODE_COLORS.includes(cell.getFgColor())) return '`';
  if (cell.isBold()) return '**';
  return cell.isItalic() ? '*' : '';
}

/** Spaces have no formatting, not even inside a formatted run. */
function addCell(runs: Run[], { mark, text }: Run): void {
  const last = runs.at(-1);
  const before = runs.at(-2);
  if (last && (last.mark === mark || (text === ' ' && last.mark === ''))) last.text += text;
  else if (last?.mark === '' && last.text.trim() === '' && mark !== '' && before?.mark === mark) {
    before.text += last.text + text;
    runs.pop();
  } else runs.push({ mark: text === ' ' ? '' : mark, text });
}

function withMarks(runs: readonly Run[]): string {
  let text = '';
  // Quotations are painted in italics throughout.
  const isQuoted = runs.some(({ mark }) => mark === '>');
  for (const [index, { mark, text: inside }] of runs.entries()) {
    const after = runs[index + 1]?.text ?? '';
    if (mark === '>') text += '>';
    else
      text +=
        mark !== '' && !(isQuoted && mark === '*') && isMarkable(inside, { before: text, after, mark })
          ? mark + inside + mark
          : inside;
  }
  return text.trimEnd();
}

/** Whether markdown would read a mark around this text as formatting. */
function isMarkable(inside: string, { before, after, mark }: { before: string; after: string; mark: Mark }): boolean {
  if (inside.includes('`') || /[*`>]$/u.test(before) || /^[*`]/u.test(after)) return false;
  if (mark === '`') return true;
  const isClosed = (outer: RegExp, inner: RegExp, around: string) => !outer.test(around) || inner.test(inside);
  return (
    !inside.includes('*') &&
    isClosed(/[\p{L}\p{N}]$/u, /^[\p{L}\p{N}]/u, before) &&
    isClosed(/^[\p{L}\p{N}]/u, /[\p{L}\p{N}]$/u, after)
  );
}
