import { realpath } from 'node:fs/promises';
import path from 'node:path';

import { CopyStore, entryOf } from './copy-store.ts';
import type { EarlierFile, Tree, Trees } from './git/trees.ts';

/** The first copy of each file that a tool named before its turn had a tree, as returned by `copyOf`. */
export type EarlyCopies = Map<string, Promise<string | null>>;

interface TakeOptions {
  /** The folder of the session, to which the names are relative. */
  readonly work: string;
  /** The folder of the copies. */
  readonly copies: string;
  readonly early: EarlyCopies;
}

/**
 * Takes a tree of the files. Files that tools changed while the tree was waiting are in it with their earlier state.
 */
export async function takeTree(trees: Trees, { work, copies, early }: TakeOptions): Promise<Tree> {
  const tree = await trees.take();
  // Copies made from here on are newer than the tree.
  const copied = [...early];
  const files = new Map<string, EarlierFile | null>();
  const inside = path.relative(trees.root, await realpath(work));
  const store = new CopyStore(work, copies, {});
  for (const [name, copying] of copied) {
    const key = await copying.catch(() => undefined);
    if (key === undefined) continue;
    const entry = key === null ? null : entryOf(key);
    const bytes = entry && (await store.contentOf(entry));
    if (!entry || bytes) files.set(path.join(inside, name), entry && bytes && { mode: entry.mode, bytes });
  }
  return files.size === 0 ? tree : await trees.withEarlier(tree, files);
}
