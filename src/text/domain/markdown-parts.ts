import { formulasInSteps } from './formulas.ts';
import { OpenBlocks, type ReadLine } from './open-blocks.ts';
import type { TextRange } from './text-range.ts';

/** A part of a Markdown text that is rendered separately. UTF-16 offsets. */
export interface MarkdownPart extends TextRange {
  /** Markdown to put before the part: the head of the code, table or list inside which it begins. */
  readonly before: string;
  /** The block inside which it begins. */
  readonly inside: ReadLine['inside'];
  /** Relative widths of the table's columns; their sum is 1. */
  readonly columns?: readonly number[];
}

/** Cost at which a part ends before the next block, list item, row or line of code. At `OVERFULL` it ends anywhere. */
const FULL = 1;
const OVERFULL = 1.7;
/** A shorter text is one part. */
const SHORT = 600;
/** Amounts that each cost 1: characters, lines, Markdown characters and cells; in code, characters and lines. */
const CHARACTERS = 6_000;
const LINES = 120;
const SIGNS = 250;
const CODE_CHARACTERS = 10_000;
const CODE_LINES = 400;
const LINES_AT_ONCE = 10_000;
const CUTS_AT_ONCE = 100;
/** Cost of each Markdown character, by its code. A formula becomes many elements, and each command adds more. */
const COSTS = new Uint8Array(128);
for (const sign of '*_~`<&![|') COSTS[sign.charCodeAt(0)] = 1;
for (const sign of '$\\') COSTS[sign.charCodeAt(0)] = 3;

/**
 * Splits a Markdown text into parts that cost about the same to render: at blocks if possible, else at list items,
 * table rows or lines of code. Appended text changes only the last part.
 */
export function markdownParts(text: string): readonly MarkdownPart[] {
  const steps = markdownPartsInSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does the same in steps of some milliseconds. */
export function* markdownPartsInSteps(text: string): Generator<undefined, readonly MarkdownPart[]> {
  const begun: Omit<MarkdownPart, 'end'>[] = [{ start: 0, before: '', inside: null }];
  if (text.length > SHORT) {
    const open = new OpenBlocks();
    const formulas = yield* formulasInSteps(text);
    let formula = 0;
    let spent = 0;
    let lines = 0;
    /** The end of the formula that contains the offset; otherwise the offset itself. */
    const besideFormula = (offset: number) => {
      while ((formulas[formula]?.end ?? Infinity) <= offset) formula += 1;
      const { start, end } = formulas[formula] ?? { start: Infinity, end: 0 };
      return start < offset ? end : offset;
    };
    for (let start = 0; start < text.length;) {
      const line = lineAt(text, start);
      const read = open.read(line, () => lineAt(text, start + line.length + 1));
      const { inside, head: before, isBeginning, isBound } = read;
      const isFull = !isBound && read.kind !== 'blank' && spent >= (isBeginning ? FULL : OVERFULL);
      if (isFull && besideFormula(start) === start) {
        begun.push({ start, before, inside, ...(inside === 'table' && { columns: sharesOf(read, begun.at(-1)) }) });
        spent = 0;
      }
      const cost = costOf(line, read);
      const isCode = read.kind === 'code';
      let cuts = 0;
      for (const cut of cost < OVERFULL ? [] : cutsIn(line, isCode)) {
        cuts += 1;
        if (cuts % CUTS_AT_ONCE === 0) yield;
        const at = besideFormula(start + cut);
        if (at > (begun.at(-1)?.start ?? 0) && at < text.length)
          begun.push({ start: at, before: isCode ? before : '', inside: isCode ? 'code' : null });
      }
      spent = cuts > 0 ? FULL : spent + cost;
      start += line.length + 1;
      lines += 1;
      if (lines % LINES_AT_ONCE === 0) yield;
    }
  }
  return begun.map((part, index) => ({ ...part, end: begun[index + 1]?.start ?? text.length }));
}

/** Each column has a minimum width. All parts of a table have the same shares. */
function sharesOf({ head, columns }: ReadLine, above: Omit<MarkdownPart, 'end'> | undefined): readonly number[] {
  if (above?.columns && above.before === head) return above.columns;
  const weights = columns.map((length) => Math.max(length, Math.max(...columns) / 6, 1));
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((weight) => weight / sum);
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

function costOf(line: string, { kind, columns }: ReadLine): number {
  if (kind === 'blank') return line.length / CHARACTERS;
  if (kind === 'code') return line.length / CODE_CHARACTERS + 1 / CODE_LINES;
  // Such a line is split later, so only its length counts.
  if (line.length > OVERFULL * CHARACTERS) return line.length / CHARACTERS;
  return line.length / CHARACTERS + 1 / LINES + (signsIn(line) + columns.length) / SIGNS;
}

/** The offsets at which a long line is split: at spaces, if there are any. */
function* cutsIn(line: string, isCode: boolean): Generator<number> {
  for (let from = 0; from + SHORT < line.length;) {
    const ahead = line.slice(from, from + (isCode ? CODE_CHARACTERS : CHARACTERS));
    const size = isCode ? ahead.length : lengthOfOne(ahead);
    if (from + size >= line.length) break;
    const space = ahead.slice(size / 2, size).lastIndexOf(' ') + 1;
    from += space > 0 ? Math.floor(size / 2) + space : size;
    if (line.charCodeAt(from) >= 0xdc00 && line.charCodeAt(from) < 0xe000) from -= 1;
    yield from;
  }
}

/** The number of these characters that cost 1. */
function lengthOfOne(words: string): number {
  let signs = 0;
  for (let at = 0; at < words.length; at += 1) {
    signs += costOfSign(words, at);
    if (at / CHARACTERS + signs / SIGNS >= 1) return at;
  }
  return words.length;
}

function signsIn(words: string): number {
  let signs = 0;
  for (let at = 0; at < words.length; at += 1) signs += costOfSign(words, at);
  return signs;
}

function costOfSign(words: string, at: number): number {
  const sign = words[at];
  if (sign === ']') return words[at + 1] === '(' ? 1 : 0;
  if (sign === ':') return words.startsWith('//', at + 1) ? 1 : 0;
  return COSTS[words.charCodeAt(at)] ?? 0;
}
