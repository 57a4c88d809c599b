import { diffArrays } from 'diff';

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
 * Bounds the time, which grows with the square of the edits: the sum of these squares over all changed paragraphs. Where
 * more differs, what stands between the common words at both ends is replaced whole.
 */
const MAX_SQUARED_EDITS = 20_000;

/** What was added and removed between two versions of a text: paragraphs first, then words in those that differ. */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const paragraphs = diffLists(before.match(PARAGRAPH) ?? [], after.match(PARAGRAPH) ?? [], MAX_PARAGRAPH_EDITS);
  const changes = paragraphs.flatMap((run) =>
    run.kind === 'changed'
      ? pairParagraphs(run.removed, run.added).map(({ removed, added }) => changed(removed, added))
      : [run],
  );
  let left = MAX_SQUARED_EDITS;
  let open = changes.filter(({ kind }) => kind === 'changed').length;
  const parts: DiffPart[] = [];
  for (const run of changes) {
    if (run.kind === 'same') {
      parts.push({ kind: 'same', text: run.tokens.join('') });
      continue;
    }
    const max = Math.floor(Math.sqrt(left / open));
    const words = diffLists(tokensOf(run.removed), tokensOf(run.added), max);
    const edits = words.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
    left -= Math.min(edits, max) ** 2;
    open -= 1;
    for (const { tokens, removed, added } of words)
      parts.push(
        { kind: 'same', text: tokens.join('') },
        { kind: 'removed', text: removed.join('') },
        { kind: 'added', text: added.join('') },
      );
  }
  return joined(parts);
}

function tokensOf(paragraphs: readonly string[]): readonly string[] {
  return paragraphs.join('').match(TOKEN) ?? [];
}

interface Run {
  readonly kind: 'same' | 'changed';
  /** What both have. */
  readonly tokens: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function changed(removed: readonly string[], added: readonly string[]): Run {
  return { kind: 'changed', tokens: [], removed, added };
}

/** Runs of what two lists have in common and of what differs. */
function diffLists(before: readonly string[], after: readonly string[], maxEditLength: number): readonly Run[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const old = before.slice(start, before.length - tail);
  const now = after.slice(start, after.length - tail);
  return [same(before.slice(0, start)), ...middle(old, now, maxEditLength), same(before.slice(before.length - tail))];
}

function middle(old: string[], now: string[], maxEditLength: number): readonly Run[] {
  if (old.length === 0 || now.length === 0) return [changed(old, now)];
  const changes = diffArrays(old, now, { maxEditLength });
  if (!changes) return [changed(old, now)];
  const runs: Run[] = [];
  for (const { value, added, removed } of changes) {
    const last = runs.at(-1);
    if (!added && !removed) runs.push(same(value));
    else {
      const isNew = last?.kind !== 'changed';
      const before = isNew ? { removed: [], added: [] } : last;
      const run = removed
        ? changed([...before.removed, ...value], before.added)
        : changed(before.removed, [...before.added, ...value]);
      runs.splice(isNew ? runs.length : -1, 1, run);
    }
  }
  return runs;
}

function same(tokens: readonly string[]): Run {
  return { kind: 'same', tokens, removed: [], added: [] };
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
