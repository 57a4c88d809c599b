import { diffArrays } from 'diff';

/** A run that two lists have in common, or their difference between two such runs. */
export interface DiffRun {
  readonly kind: 'same' | 'changed';
  /** Empty if the lists differ. */
  readonly same: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * The runs of two lists with as few edits as possible. Takes time quadratic in the number of edits; if more than
 * `maxEdits` are needed, everything between the common beginning and the common end is one change.
 */
export function diffLists(before: readonly string[], after: readonly string[], maxEdits: number): readonly DiffRun[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const old = before.slice(start, before.length - tail);
  const now = after.slice(start, after.length - tail);
  return [same(before.slice(0, start)), ...middle(old, now, maxEdits), same(before.slice(before.length - tail))];
}

function middle(old: string[], now: string[], maxEditLength: number): readonly DiffRun[] {
  if (old.length === 0 || now.length === 0) return [changedRun(old, now)];
  const changes = diffArrays(old, now, { maxEditLength });
  if (!changes) return [changedRun(old, now)];
  const runs: DiffRun[] = [];
  for (const { value, added, removed } of changes) {
    const last = runs.at(-1);
    if (!added && !removed) runs.push(same(value));
    else {
      const isNew = last?.kind !== 'changed';
      const before = isNew ? { removed: [], added: [] } : last;
      const run = removed
        ? changedRun([...before.removed, ...value], before.added)
        : changedRun(before.removed, [...before.added, ...value]);
      runs.splice(isNew ? runs.length : -1, 1, run);
    }
  }
  return runs;
}

function same(items: readonly string[]): DiffRun {
  return { kind: 'same', same: items, removed: [], added: [] };
}

export function changedRun(removed: readonly string[], added: readonly string[]): DiffRun {
  return { kind: 'changed', same: [], removed, added };
}
