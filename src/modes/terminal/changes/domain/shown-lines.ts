import type { ChangedLine } from '../protocol.ts';
import type { LineHunk } from './hunks.ts';

/** Maximum length, in characters. */
export const MAX_LINE = 2_000;

/** The lines of a hunk as the page shows them. `decode` converts the bytes of a line, one per character, to text. */
export function shownLines(hunk: LineHunk, isConflicted: boolean, decode: (bytes: string) => string): ChangedLine[] {
  let old = hunk.oldStart;
  let now = hunk.newStart;
  const conflict = conflictSides();
  return hunk.lines.map(({ kind, text: whole }) => {
    if (kind !== 'added') old += 1;
    if (kind !== 'removed') now += 1;
    const hasEnd = whole.endsWith('\n');
    const line = hasEnd ? whole.slice(0, -1) : whole;
    const hasReturn = line.endsWith('\r');
    const decoded = decode(hasReturn ? line.slice(0, -1) : line);
    const side = isConflicted && kind !== 'removed' ? conflict(line) : undefined;
    return {
      kind,
      text: decoded.slice(0, MAX_LINE),
      old: kind === 'added' ? null : old,
      new: kind === 'removed' ? null : now,
      ...(decoded.length > MAX_LINE && { isCut: true as const }),
      ...(hasReturn && { hasReturn: true as const }),
      ...(!hasEnd && { hasNoEnd: true as const }),
      ...(side !== undefined && { conflict: side }),
    };
  });
}

/** Returns a function that reads the lines of a conflicted file in order, and names the side of each. */
function conflictSides(): (line: string) => ChangedLine['conflict'] {
  let side: 'ours' | 'base' | 'theirs' | undefined;
  return (line) => {
    if (line.startsWith('<<<<<<< ')) side = 'ours';
    else if (side === 'ours' && line.startsWith('||||||| ')) side = 'base';
    else if ((side === 'ours' || side === 'base') && /^={7}\r?$/u.test(line)) side = 'theirs';
    else if (side === 'theirs' && line.startsWith('>>>>>>> ')) side = undefined;
    else return side;
    return 'marker';
  };
}
