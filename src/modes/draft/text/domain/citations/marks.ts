import { codeRangesOf } from '#text/domain/code-ranges.ts';
import type { TextRange } from '#text/domain/text-range.ts';

/** The mark of a citation in a text: `[^number]`. */
export interface Mark {
  readonly number: number;
  /** UTF-16 offset. */
  readonly at: number;
  readonly length: number;
}

const MARK = /\[\^(\d{1,6})\]/g;

/** The marks of a text, in order. A mark in code is text. */
export function marksOf(text: string): readonly Mark[] {
  const found = [...text.matchAll(MARK)];
  if (found.length === 0) return [];
  const code = codeRangesOf(text);
  const marks: Mark[] = [];
  let next = 0;
  for (const match of found) {
    while ((code[next]?.end ?? Infinity) <= match.index) next += 1;
    if ((code[next]?.start ?? Infinity) > match.index)
      marks.push({ number: Number(match[1]), at: match.index, length: match[0].length });
  }
  return marks;
}

export function replaceMarks(text: string, written: (mark: Mark) => string): string {
  let replaced = '';
  let from = 0;
  for (const mark of marksOf(text)) {
    replaced += text.slice(from, mark.at) + written(mark);
    from = mark.at + mark.length;
  }
  return replaced + text.slice(from);
}

/** The text without marks, and without a space before a mark that no word follows. */
export function withoutMarks(text: string): string {
  return withoutRanges(text, markRangesOf(text));
}

/** The ranges that `withoutMarks` removes, in order. */
export function markRangesOf(text: string): readonly TextRange[] {
  let before = 0;
  return marksOf(text).map(({ at, length }) => {
    const end = at + length;
    const hasSpace = at > before && /[ \t]/.test(text[at - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[end] ?? '');
    before = end;
    return { start: hasSpace ? at - 1 : at, end };
  });
}

export function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of ranges) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** Replaces marks by spaces, so that offsets stay the same and a mark belongs to the sentence before it. */
export function maskMarks(text: string): string {
  return replaceMarks(text, ({ length }) => ' '.repeat(length));
}
