import type { ChangeComment, PlacedComment } from '../../domain/comment.ts';
import { type ShownHunk, type ShownLine, sidesOf } from '../../domain/shown-hunks.ts';

export type DiffLook = 'unified' | 'sides';

export type DiffRow =
  | { readonly kind: 'hunk'; readonly hunk: ShownHunk }
  | { readonly kind: 'line'; readonly hunk: ShownHunk; readonly line: ShownLine }
  | {
      readonly kind: 'sides';
      readonly hunk: ShownHunk;
      readonly sides: readonly [ShownLine | null, ShownLine | null];
    }
  | { readonly kind: 'comment'; readonly comment: ChangeComment };

/** The rows of a diff from top to bottom. A comment comes after the last of its lines. */
export function diffRows(
  hunks: readonly ShownHunk[],
  look: DiffLook,
  comments: readonly PlacedComment[],
): readonly DiffRow[] {
  const ending = Map.groupBy(comments, ({ place }) => place.to);
  return hunks.flatMap((hunk) => {
    const rows: DiffRow[] =
      look === 'sides'
        ? sidesOf(hunk.lines).map((sides) => ({ kind: 'sides', hunk, sides }))
        : hunk.lines.map((line) => ({ kind: 'line', hunk, line }));
    return [
      { kind: 'hunk' as const, hunk },
      ...rows.flatMap((row) => {
        const after = linesOf(row).flatMap((at) => ending.get(at) ?? []);
        return [row, ...after.map(({ comment }) => ({ kind: 'comment' as const, comment }))];
      }),
    ];
  });
}

/** The indexes of the lines in a row. */
export function linesOf(row: DiffRow): readonly number[] {
  if (row.kind === 'line') return [row.line.at];
  if (row.kind !== 'sides') return [];
  return [...new Set(row.sides.flatMap((line) => line?.at ?? []))];
}

export function keyOf(row: DiffRow): string {
  if (row.kind === 'comment') return row.comment.id;
  return row.kind === 'hunk' ? `hunk ${row.hunk.lines[0]?.at ?? 0}` : linesOf(row).join(' ');
}
