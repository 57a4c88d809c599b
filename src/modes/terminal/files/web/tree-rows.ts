import type { FileEntry, FolderAnswer } from '../protocol.ts';

export interface TreeRow {
  readonly path: string;
  readonly depth: number;
  readonly entry: FileEntry;
  readonly isIgnored: boolean;
}

/** The rows of a tree from the top, including those of open folders whose entries have been read. */
export function treeRows(answers: ReadonlyMap<string, FolderAnswer>, open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (folder: string, depth: number, isInIgnored: boolean) => {
    for (const entry of answers.get(folder)?.entries ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isIgnored = isInIgnored || entry.isIgnored;
      rows.push({ path, depth, entry, isIgnored });
      if (entry.kind === 'folder' && open.has(path)) add(path, depth + 1, isIgnored);
    }
  };
  add('', 0, false);
  return rows;
}
