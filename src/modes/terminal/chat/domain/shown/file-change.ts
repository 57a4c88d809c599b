import { diffLists } from '#text/domain/diff-lists.ts';

import type { PatchHunk, ToolPart } from '../../protocol.ts';
import { fieldsOf, listIn, textIn } from './input-fields.ts';

/** Above this number of edits, all lines between the common beginning and end are shown as replaced. */
const MAX_EDITS = 200;

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/u, '').split('\n'));

/** The change of a file that a call makes, as hunks; empty if it changes none. */
export function changeOf({ name, input, patch }: Pick<ToolPart, 'name' | 'input' | 'patch'>): readonly PatchHunk[] {
  if (patch && patch.length > 0) return patch;
  const fields = fieldsOf(input);
  if (name === 'Write') {
    const content = textIn(fields, 'content');
    return content === undefined ? [] : [hunk('', content)];
  }
  return editsOf(name, input).map((edit) => hunk(textIn(edit, 'old_string') ?? '', textIn(edit, 'new_string') ?? ''));
}

function editsOf(name: string, input: unknown) {
  const fields = fieldsOf(input);
  return name === 'MultiEdit' ? listIn(fields, 'edits') : name === 'Edit' ? [fields] : [];
}

/** The line number in the file is unknown before the change. */
const hunk = (before: string, after: string): PatchHunk => ({
  oldStart: 0,
  newStart: 0,
  lines: lineDiff(before, after),
});

export function changedLines(hunks: readonly PatchHunk[]): { readonly added: number; readonly removed: number } {
  const lines = hunks.flatMap((each) => each.lines);
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

/** Whether a call changes the line end at the end of a text, which its hunks do not show. */
export function changesLastEnd({ name, input }: Pick<ToolPart, 'name' | 'input'>): boolean {
  return editsOf(name, input).some((edit) => {
    const texts = [textIn(edit, 'old_string') ?? '', textIn(edit, 'new_string') ?? ''].filter((text) => text !== '');
    return new Set(texts.map((text) => text.endsWith('\n'))).size > 1;
  });
}

/** The line diff of two texts, each line with a space, `-` or `+` before it. */
export function lineDiff(before: string, after: string): readonly string[] {
  return diffLists(linesOf(before), linesOf(after), MAX_EDITS).flatMap(({ same, removed, added }) => [
    ...same.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ]);
}
