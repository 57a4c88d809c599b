import { realpath } from 'node:fs/promises';
import path from 'node:path';

import { CopyStore, entryOf } from './copy-store.ts';
import type { EarlierFile, Tree, Trees } from './git/trees.ts';

/** The first copy of each file that a tool named while the tree of its turn was not there, as `copyOf` returns it. */
export type EarlyCopies = Map<string, Promise<string | null>>;

interface TakeOptions {
  /** The folder of the session, which the names begin in. */
  readonly work: string;
  /** The folder of the copies. */
  readonly copies: string;
  readonly early: EarlyCopies;
}

/** The files as they are. Those that tools have changed while the tree waited are in it as they were before. */
export async function takeTree(trees: Trees, { work, copies, early }: TakeOptions): Promise<Tree> {
  const tree = await trees.take();
  // A later copy is younger than the tree.
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
