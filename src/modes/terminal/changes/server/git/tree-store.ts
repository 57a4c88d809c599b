import { type Entry, readDifferences } from '../../domain/read-differences.ts';
import { type FileStore, SUBMODULE } from '../file-store.ts';
import { blobId, MAX_FILE_BYTES, type Trees } from './trees.ts';

/** Maximum number of files that git compares to find renames. */
const MAX_RENAMES = '400';

/** Compares the files of a worktree with an earlier tree. */
export class TreeStore implements FileStore {
  readonly source = 'git';
  readonly root: string;
  readonly #trees: Trees;
  readonly #base: string;

  constructor(trees: Trees, base: string) {
    this.#trees = trees;
    this.#base = base;
    this.root = trees.root;
  }

  async differences() {
    const now = await this.#trees.take();
    const how = ['--raw', '--numstat', '-M', `-l${MAX_RENAMES}`, '--no-ext-diff', '--no-textconv', '--no-color'];
    const printed = await this.#trees.read({ args: ['diff-tree', '-r', '-z', ...how, this.#base, now.id] });
    const large = await this.#trees.large();
    const files = readDifferences(printed.toString('utf8')).map((each) => {
      const isLarge = [each.old, each.new].some((entry) => entry && large.has(entry.id));
      return isLarge ? { ...each, added: null, removed: null, isLarge } : each;
    });
    return { files, isCut: now.isCut };
  }

  async contentOf({ id, mode }: Entry): Promise<Buffer | null> {
    if (mode === SUBMODULE) return Buffer.from(`${id}\n`);
    if ((await this.#trees.large()).has(id)) return null;
    // A blob of a commit can have any size.
    return await this.#trees.read({ args: ['cat-file', 'blob', id], maxBytes: MAX_FILE_BYTES }).catch(() => null);
  }

  isOf({ id }: Entry, bytes: Uint8Array): boolean {
    return id === blobId(bytes, id.length);
  }

  async keep(bytes: Uint8Array): Promise<string> {
    return await this.#trees.keep(bytes);
  }
}
