import type { SetSummary } from '../protocol.ts';
import { levelsOf } from './set-path.ts';

type Listed = Pick<SetSummary, 'folder' | 'today'>;

/** A folder with what is in it. */
export interface Folder<Set extends Listed> {
  /** Its levels, divided by `::`; empty for the outermost one. */
  readonly path: string;
  /** The last of its levels. */
  readonly name: string;
  /** In the order they were given. */
  readonly sets: readonly Set[];
  /** By name. */
  readonly folders: readonly Folder<Set>[];
  /** Of all sets below it, and of their points that are ready. */
  readonly count: number;
  readonly ready: number;
}

/** The folders of sets, nested by their levels. */
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
