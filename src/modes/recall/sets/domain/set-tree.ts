import type { SetSummary } from '../protocol.ts';
import { levelsOf } from './set-path.ts';

type Listed = Pick<SetSummary, 'folder' | 'today'>;

/** A folder with its sets and subfolders. */
export interface Folder<Set extends Listed> {
  /** Levels are separated by `::`; empty for the root. */
  readonly path: string;
  /** The last level. */
  readonly name: string;
  /** In the given order. */
  readonly sets: readonly Set[];
  /** Sorted by name. */
  readonly folders: readonly Folder<Set>[];
  /** Totals over all levels below: number of sets, and of ready points. */
  readonly count: number;
  readonly ready: number;
}

/** Nests sets by the levels of their folders. */
export function treeOf<Set extends Listed>(sets: readonly Set[], path: readonly string[] = []): Folder<Set> {
  const below = new Map<string, Set[]>();
  const own: Set[] = [];
  for (const set of sets) {
    const level = levelsOf(set.folder)[path.length];
    if (level === undefined) own.push(set);
    else below.set(level, [...(below.get(level) ?? []), set]);
  }
  const names = [...below.keys()].toSorted((one, other) => one.localeCompare(other));
  return {
    path: path.join('::'),
    name: path.at(-1) ?? '',
    sets: own,
    folders: names.map((name) => treeOf(below.get(name) ?? [], [...path, name])),
    count: sets.length,
    ready: sets.reduce((sum, { today }) => sum + today.due + today.fresh, 0),
  };
}
