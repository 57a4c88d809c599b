import { type ComparedLine, comparedLines } from './compared-lines.ts';

/** A change of lines with its context. The lines have the line ends of the file. */
export interface LineHunk {
  /** Indexes of the first line. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly ComparedLine[];
}

const CONTEXT = 3;

/** Splits a text into lines with their ends. A lone carriage return does not end a line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const whole = lines.map((line) => `${line}\n`);
  return last === '' ? whole : [...whole, last];
}

/** The hunks between two texts. Changes closer than twice the context share a hunk. */
export function hunksBetween(before: string, after: string): readonly LineHunk[] {
  const lines = comparedLines(linesOf(before), linesOf(after));
  const hunks: LineHunk[] = [];
  let [at, oldStart, newStart] = [0, 0, 0];
  for (const { from, until } of rangesOf(lines.map(({ kind }) => kind !== 'same'))) {
    for (; at < from; at += 1) {
      if (lines[at]?.kind !== 'added') oldStart += 1;
      if (lines[at]?.kind !== 'removed') newStart += 1;
    }
    hunks.push({ oldStart, newStart, lines: lines.slice(from, until) });
  }
  return hunks;
}

/** The changed ranges with their context; ranges that touch are merged. */
function rangesOf(isChanged: readonly boolean[]): readonly { readonly from: number; readonly until: number }[] {
  const ranges: { from: number; until: number }[] = [];
  for (const [index, changed] of isChanged.entries()) {
    if (!changed) continue;
    const from = Math.max(0, index - CONTEXT);
    const until = Math.min(isChanged.length, index + CONTEXT + 1);
    const last = ranges.at(-1);
    if (last && from <= last.until) last.until = until;
    else ranges.push({ from, until });
  }
  return ranges;
}

/** The text that is hashed for the id of a hunk: its changes without line numbers. */
export function changeOf({ lines }: LineHunk): string {
  const changed = lines.filter(({ kind }) => kind !== 'same');
  return changed.map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text}`).join('');
}

/** Reverts some hunks in `after`. The hunks must be between its earlier state and it. */
export function withoutHunks(after: string, hunks: readonly LineHunk[]): string {
  const lines = linesOf(after);
  for (const hunk of hunks.toSorted((one, other) => other.newStart - one.newStart)) {
    const now = hunk.lines.filter(({ kind }) => kind !== 'removed').length;
    const before = hunk.lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text);
    lines.splice(hunk.newStart, now, ...before);
  }
  return lines.join('');
}
