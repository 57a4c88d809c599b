import { createHash } from 'node:crypto';

import { changeOf, hunksBetween, type LineHunk } from '../domain/hunks.ts';
import type { Difference, Entry } from '../domain/read-differences.ts';
import type { PathStatus } from '../domain/read-status.ts';
import { MAX_LINE, shownLines } from '../domain/shown-lines.ts';
import type { FileChange, FileChangesAnswer } from '../protocol.ts';
import { isBinary } from './copy-store.ts';
import { type FileStore, LINK, SUBMODULE } from './file-store.ts';

const MAX_HUNKS = 500;
const MAX_LINES = 20_000;
const MAX_CHARACTERS = 3_000_000;
const ID_LENGTH = 20;

/** A difference as the list shows it. `status`: relative to the last commit; null without git. */
export function fileChange(difference: Difference, status: ReadonlyMap<string, PathStatus> | null): FileChange {
  const { path, oldPath, added, removed } = difference;
  const own = status?.get(path);
  return {
    path,
    oldPath,
    status: statusOf(difference),
    kind: kindOf(difference),
    added,
    removed,
    staged: own?.staged ?? null,
    isConflicted: own?.isConflicted ?? false,
    version: versionOf(difference),
  };
}

/** Equal for equal contents before and now. */
function versionOf({ oldPath, old, new: now }: Difference): string {
  const words = [oldPath, old?.mode, old?.id, now?.mode, now?.id].map((each) => each ?? '').join('\0');
  return createHash('sha256').update(words).digest('hex').slice(0, ID_LENGTH);
}

function statusOf({ old, new: now, oldPath }: Difference): FileChange['status'] {
  if (oldPath !== null) return 'renamed';
  if (!old) return 'added';
  if (!now) return 'deleted';
  if (typeOf(old) !== typeOf(now)) return 'type';
  return old.id === now.id ? 'mode' : 'changed';
}

/** The type of an entry, without its executable bit. */
export const typeOf = ({ mode }: Entry) => mode.slice(0, 3);

function kindOf({ old, new: now, added, isLarge }: Difference): FileChange['kind'] {
  const modes = [old?.mode, now?.mode];
  if (modes.includes(SUBMODULE)) return 'submodule';
  if (isLarge === true) return 'large';
  if (modes.includes(LINK)) return 'link';
  return added === null ? 'binary' : 'text';
}

interface NamedHunk extends LineHunk {
  readonly id: string;
}

/** The hunks of a difference with their ids, and the current text. Each character is one byte. */
export async function hunksOf(
  store: FileStore,
  { old, new: now }: Difference,
): Promise<{ readonly hunks: readonly NamedHunk[]; readonly after: string } | null> {
  const [before, after] = await Promise.all([bytesOf(store, old), bytesOf(store, now)]);
  if (!before || !after || isBinary(before) || isBinary(after)) return null;
  const text = after.toString('latin1');
  const seen = new Map<string, number>();
  const hunks = hunksBetween(before.toString('latin1'), text).map((hunk) => {
    const id = createHash('sha256').update(changeOf(hunk), 'latin1').digest('hex').slice(0, ID_LENGTH);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return { ...hunk, id: count === 1 ? id : `${id}-${count}` };
  });
  return { hunks, after: text };
}

const bytesOf = (store: FileStore, entry: Entry | null) => (entry ? store.contentOf(entry) : Buffer.alloc(0));

/** The lines of one changed file for the page. */
export async function fileChanges(
  store: FileStore,
  difference: Difference,
  file: FileChange,
): Promise<FileChangesAnswer> {
  const answer = {
    file,
    hunks: [],
    isCut: false,
    note: null,
  };
  if (file.kind === 'large') return { ...answer, note: 'It is over 2 MB: its lines are not compared.' };
  if (file.kind === 'binary') return { ...answer, note: 'It is a binary file.' };
  const found = await hunksOf(store, difference);
  if (!found) return { ...answer, note: 'Its lines cannot be compared.' };
  let isExact = true;
  const decode = (bytes: string) => {
    const text = Buffer.from(bytes, 'latin1').toString('utf8');
    isExact &&= !text.includes('\uFFFD');
    return text;
  };
  const hunks: FileChangesAnswer['hunks'] = [];
  let [lines, characters] = [0, 0];
  for (const hunk of found.hunks) {
    lines += hunk.lines.length;
    characters += hunk.lines.reduce((sum, { text }) => sum + Math.min(text.length, MAX_LINE), 0);
    if (hunks.length >= MAX_HUNKS || lines > MAX_LINES || characters > MAX_CHARACTERS) break;
    hunks.push({ id: hunk.id, lines: shownLines(hunk, file.isConflicted, decode) });
  }
  const isCut = hunks.length < found.hunks.length;
  const note = !isExact
    ? 'Some of its bytes are no UTF-8: they are shown as �.'
    : isCut
      ? 'It has too many changes to show them all.'
      : null;
  return { ...answer, hunks, isCut, note };
}
