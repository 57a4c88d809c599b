import { diffLists } from '#text/domain/diff-lists.ts';

/** With more, the lines between the common beginning and end are shown whole, one text after the other. */
const MAX_EDITS = 200;

/** The lines of two texts, each with a space, `-` or `+` before it. */
export function lineDiff(before: string, after: string): readonly string[] {
  return diffLists(linesOf(before), linesOf(after), MAX_EDITS).flatMap(({ same, removed, added }) => [
    ...same.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ]);
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/u, '').split('\n'));
