import { changedRun, diffLists } from '#text/domain/diff-lists.ts';

import { pairParagraphs } from './pair-paragraphs.ts';

/** A run of words that both versions have, or one of them. */
export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A mark is one token. */
const TOKEN = /\[\^\d+\]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\s+|[\s\S]/gu;
const PARAGRAPH = /[\s\S]+?(?:\n[ \t\r]*\n\s*|$)/g;
const MAX_PARAGRAPH_EDITS = 100;
/**
 * Bounds the time, which grows with the square of the edits: the sum of these squares over all changed paragraphs.
 * Where more differs, what stands between the common words at both ends is replaced whole.
 */
const MAX_SQUARED_EDITS = 20_000;

/** The words added and removed between two versions of a text: paragraphs first, then words in those that differ. */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const paragraphs = diffLists(before.match(PARAGRAPH) ?? [], after.match(PARAGRAPH) ?? [], MAX_PARAGRAPH_EDITS);
  const changes = paragraphs.flatMap((run) =>
    run.kind === 'changed'
      ? pairParagraphs(run.removed, run.added).map(({ removed, added }) => changedRun(removed, added))
      : [run],
  );
  let left = MAX_SQUARED_EDITS;
  let open = changes.filter(({ kind }) => kind === 'changed').length;
  const parts: DiffPart[] = [];
  for (const run of changes) {
    if (run.kind === 'same') {
      parts.push({ kind: 'same', text: run.same.join('') });
      continue;
    }
    const max = Math.floor(Math.sqrt(left / open));
    const words = diffLists(tokensOf(run.removed), tokensOf(run.added), max);
    const edits = words.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
    left -= Math.min(edits, max) ** 2;
    open -= 1;
    for (const { same, removed, added } of words)
      parts.push(
        { kind: 'same', text: same.join('') },
        { kind: 'removed', text: removed.join('') },
        { kind: 'added', text: added.join('') },
      );
  }
  return joined(parts);
}

function tokensOf(paragraphs: readonly string[]): readonly string[] {
  return paragraphs.join('').match(TOKEN) ?? [];
}

function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const runs: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = runs.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) runs.splice(-1, 1, { kind, text: last.text + text });
    else runs.push({ kind, text });
  }
  return runs;
}
