import { AppError } from '#wire/error-kind.ts';

import { withoutHunks } from '../domain/hunks.ts';
import type { Difference, Entry } from '../domain/read-differences.ts';
import type { FileChange, RevertChanges } from '../protocol.ts';
import { permissionsOf, readEntry, writeEntry } from './entries.ts';
import { hunksOf, typeOf } from './file-changes.ts';
import type { FileStore } from './file-store.ts';
import { MAX_FILE_BYTES } from './git/trees.ts';

/** Changes a file from one state to another; null for no file. Undo swaps the two. */
export interface FileWrite {
  readonly path: string;
  readonly from: Entry | null;
  readonly to: Entry | null;
  /** The other path of a renamed file. */
  readonly other?: string | undefined;
}

export const swapped = ({ from, to, ...rest }: FileWrite): FileWrite => ({ ...rest, from: to, to: from });

/** Removes the record of writes that were all rolled back. */
export type Forget = () => Promise<void>;

/** The reason if a file could not be written. The request can be retried. */
export const NOT_WRITTEN = 'not-written';

/** Permissions of a restored file. Its earlier ones are unknown, and it may have been private. */
const FOR_OWNER = 0o600;

type Wanted = RevertChanges['files'][number];

/** A file as the list shows it, with the underlying difference. */
interface ShownDifference {
  readonly difference: Difference;
  readonly file: FileChange;
}

export interface Comparison {
  readonly store: FileStore;
  readonly shown: readonly ShownDifference[];
  /** Whether some files in the base have an even older state, because there were too many to store. */
  readonly isBaseCut: boolean;
}

/** Plans the writes of a revert. Throws if a file has changed since it was shown, or its content is not stored. */
export async function planRevert(
  { store, shown, isBaseCut }: Comparison,
  wanted: readonly Wanted[],
): Promise<readonly FileWrite[]> {
  const known = new Map(shown.map((each) => [each.file.path, each]));
  const writes: FileWrite[] = [];
  for (const each of wanted) {
    const found = known.get(each.path);
    if (found?.file.version !== each.version) throw changed(each.path);
    const { difference, file } = found;
    if (isBaseCut) throw refused(each.path, 'cannot be put back: there were too many changed files then to keep all.');
    if (file.kind === 'submodule') throw refused(each.path, 'is a submodule. Change it in the terminal.');
    if (file.kind === 'large') throw refused(each.path, 'is over 2 MB, and its earlier content is not kept.');
    if (file.isConflicted) throw refused(each.path, 'has conflicts. Resolve them in the terminal.');
    writes.push(...(await writesOf(store, difference, each)));
  }
  return writes;
}

async function writesOf(store: FileStore, difference: Difference, { path, hunks: ids }: Wanted): Promise<FileWrite[]> {
  const { old, new: now, oldPath } = difference;
  // Needed for undo.
  if (store.source === 'copies' && now) await store.keep(await contentOf(store, path, now));
  const found = ids && now ? await hunksOf(store, difference) : null;
  const chosen = found?.hunks.filter(({ id }) => ids?.includes(id)) ?? [];
  if (ids && now && (!found || chosen.length !== new Set(ids).size)) throw changed(path);
  // Hunks are reverted at the file's current path, with its permissions. Reverting all hunks of a new file removes it.
  const areLines = old !== null && now !== null && typeOf(old) === typeOf(now);
  if (!found || !now || (!areLines && chosen.length === found.hunks.length)) {
    if (oldPath !== null)
      return [
        { path, from: now, to: null, other: oldPath },
        { path: oldPath, from: null, to: old, other: path },
      ];
    return [{ path, from: now, to: old }];
  }
  const id = await store.keep(Buffer.from(withoutHunks(found.after, chosen), 'latin1'));
  return [{ path, from: now, to: { mode: now.mode, id } }];
}

/**
 * Writes the files. First checks all of them: if one is in neither state, nothing is written. Then `onBegin` runs; the
 * record that it makes must be able to undo some of the writes as well as all. If a file cannot be written, the earlier
 * ones are rolled back, and the function that `onBegin` returned removes its record.
 */
export async function write(
  store: FileStore,
  writes: readonly FileWrite[],
  onBegin: () => Promise<Forget | void> = () => Promise.resolve(),
): Promise<void> {
  const left: FileWrite[] = [];
  for (const each of writes) {
    if (await isIn(store, each.path, each.to)) continue;
    if (!(await isIn(store, each.path, each.from))) throw changed(each.path);
    // Its content may no longer be stored.
    if (each.to) await contentOf(store, each.path, each.to);
    left.push(each);
  }
  // Removals first: a folder can be in the place of a file.
  const inOrder = [...left.filter(({ to }) => !to), ...left.filter(({ to }) => to)];
  const forget = await onBegin();
  // Permissions by path. A renamed file takes those of its other path.
  const permissions = new Map<string, number>();
  for (const { path } of inOrder) permissions.set(path, (await permissionsOf(store.root, path)) ?? FOR_OWNER);
  const done: FileWrite[] = [];
  for (const each of inOrder) {
    try {
      await writeOne(store, each, permissions.get(each.other ?? each.path));
    } catch (error) {
      const left: string[] = [];
      for (const one of done.toReversed())
        await writeOne(store, swapped(one), permissions.get(one.path)).catch(() => left.push(one.path));
      if (left.length === 0) await forget?.();
      if (error instanceof AppError && left.length === 0) throw error;
      const why = error instanceof Error ? error.message : String(error);
      const what =
        left.length === 0 ? 'Everything is as it was.' : `These are written, and can be undone: ${left.join(', ')}.`;
      const message = `${each.path} could not be written. ${what} (${why})`;
      throw new AppError('refused', message, { reason: NOT_WRITTEN, field: each.path, cause: error });
    }
    done.push(each);
  }
}

async function writeOne(store: FileStore, { path, from, to }: FileWrite, permissions = FOR_OWNER): Promise<void> {
  if (!(await isIn(store, path, from))) throw changed(path);
  await writeEntry(store.root, path, to && { mode: to.mode, permissions, bytes: await contentOf(store, path, to) });
}

async function isIn(store: FileStore, path: string, state: Entry | null): Promise<boolean> {
  const there = await readEntry(store.root, path, MAX_FILE_BYTES);
  if (!there || !state) return !there && !state;
  return there.mode === state.mode && there.bytes !== null && store.isOf(state, there.bytes);
}

async function contentOf(store: FileStore, path: string, entry: Entry): Promise<Buffer> {
  const content = await store.contentOf(entry);
  if (!content) throw refused(path, 'cannot be put back: its content is not kept any more.');
  return content;
}

const refused = (path: string, why: string) =>
  new AppError('refused', `${path} ${why}`, { reason: 'not-kept', field: path });

function changed(path: string): AppError {
  const message = `${path} has changed since it was shown. Nothing was written. Look at it again.`;
  return new AppError('refused', message, { reason: 'changed-meanwhile', field: path });
}
