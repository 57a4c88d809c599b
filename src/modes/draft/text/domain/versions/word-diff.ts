import { diffArrays } from 'diff';

/** A run of words that both versions have, or one of them. */
export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A mark is one token. */
const TOKEN = /\[\^\d+\]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\s+|[\s\S]/gu;
const PARAGRAPH = /[\s\S]+?(?:\n[ \t\r]*\n\s*|$)/g;
/** Time grows with its square. Where more differs, what stands between the common words at both ends is replaced whole. */
const MAX_EDITS = 700;

/** What was added and removed between two versions of a text: paragraphs first, then words in those that differ. */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    parts.push(...diffTokens(removed, added));
    removed = '';
    added = '';
  };
  for (const { kind, text } of diffLists(before.match(PARAGRAPH) ?? [], after.match(PARAGRAPH) ?? [])) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      parts.push({ kind, text });
    }
  }
  flush();
  return joined(parts);
}

function diffTokens(before: string, after: string): readonly DiffPart[] {
  return diffLists(before.match(TOKEN) ?? [], after.match(TOKEN) ?? []);
}

function diffLists(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  const longest = Math.min(before.length, after.length) - start;
  while (tail < longest && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const [old, now] = [before.slice(start, before.length - tail), after.slice(start, after.length - tail)];
  const changes = diffArrays(old, now, { maxEditLength: MAX_EDITS })?.map(({ value, added, removed }): DiffPart => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return { kind, text: value.join('') };
  });
  return [
    { kind: 'same', text: before.slice(0, start).join('') },
    ...(changes ?? [
      { kind: 'removed' as const, text: old.join('') },
      { kind: 'added' as const, text: now.join('') },
    ]),
    { kind: 'same', text: before.slice(before.length - tail).join('') },
  ];
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
