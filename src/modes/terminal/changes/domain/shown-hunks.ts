import type { ChangedLine, Hunk } from '../protocol.ts';
import { pairedLines, type Row } from './paired-lines.ts';

/** A line of a diff with its index and its pair. */
export interface ShownLine {
  readonly line: ChangedLine;
  /** Index among all lines of the diff. */
  readonly at: number;
  /** The line on the other side; null if the line has no pair. */
  readonly pair: ChangedLine | null;
}

export interface ShownHunk {
  readonly hunk: Hunk;
  readonly lines: readonly ShownLine[];
}

/** The lines of a diff, in which removed lines are paired with the lines added after them. */
export function shownHunks(hunks: readonly Hunk[]): readonly ShownHunk[] {
  let at = 0;
  return hunks.map((hunk) => {
    const first = at;
    at += hunk.lines.length;
    const pairs = new Map<number, number>();
    for (const [old, now] of rowsOf(hunk.lines))
      if (old !== null && now !== null && old !== now) pairs.set(old, now).set(now, old);
    return {
      hunk,
      lines: hunk.lines.map((line, index) => ({
        line,
        at: first + index,
        pair: hunk.lines[pairs.get(index) ?? -1] ?? null,
      })),
    };
  });
}

/** The indexes of lines that are shown side by side, in order. An unchanged line is on both sides. */
function rowsOf(lines: readonly ChangedLine[]): readonly Row[] {
  const textsOf = (from: number, to: number) => lines.slice(from, to).map(({ text }) => text);
  const shifted = (index: number | null, by: number) => (index === null ? null : index + by);
  const rows: Row[] = [];
  for (let start = 0; start < lines.length;) {
    const removed = endOf(lines, start, 'removed');
    const added = endOf(lines, removed, 'added');
    for (const [old, now] of pairedLines(textsOf(start, removed), textsOf(removed, added)))
      rows.push([shifted(old, start), shifted(now, removed)]);
    if (added === start) rows.push([start, start]);
    start = Math.max(added, start + 1);
  }
  return rows;
}

function endOf(lines: readonly ChangedLine[], from: number, kind: ChangedLine['kind']): number {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return end;
}

/** The rows of a hunk for a side-by-side view: earlier lines left, current lines right. */
export function sidesOf(lines: readonly ShownLine[]): readonly (readonly [ShownLine | null, ShownLine | null])[] {
  const shown = (index: number | null) => lines[index ?? -1] ?? null;
  return rowsOf(lines.map(({ line }) => line)).map(([before, now]) => [shown(before), shown(now)]);
}

/** `lines 42 to 43`, `line 7 before the change`. */
export function linesInWords(lines: readonly ChangedLine[]): string {
  const now = lines.flatMap((line) => line.new ?? []);
  const numbers = now.length > 0 ? now : lines.flatMap((line) => line.old ?? []);
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  const range = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return now.length > 0 ? range : `${range} before the change`;
}
