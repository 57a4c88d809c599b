import { closeSync, copyFileSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

import { WireMessage, wireFields } from '#modes/recall/sets/domain/anki/protobuf.ts';

import { PackageFile, TOO_LARGE } from './package-file.ts';
import { ONE_DECK, unreadable } from './unreadable-package.ts';

const MAX_COLLECTION_BYTES = 500_000_000;
const MAX_LIST_BYTES = 16_000_000;
const MAX_META_BYTES = 10_000;
const LATEST_PACKAGE = 3;
const SQLITE = 'SQLite format 3\0';

/** A collection on disk, with its media. */
export interface FoundCollection {
  readonly database: string;
  /** The bytes of a file of the package by its name; null if it is missing, unreadable or larger than `limit`. */
  readonly media: (name: string, limit: number) => Uint8Array | null;
  readonly close: () => void;
}

/**
 * Extracts the collection of a package, or copies a bare one, into `folder`. Of several collections in a package it
 * uses the newest: the others only contain a note to update Anki.
 */
export async function findCollection(file: string, folder: string): Promise<FoundCollection> {
  const database = path.join(folder, 'collection.db');
  const head = headOf(file);
  if (head.startsWith(SQLITE)) {
    if (statSync(file).size > MAX_COLLECTION_BYTES) throw unreadable(TOO_LARGE, ONE_DECK);
    copyFileSync(file, database);
    leaveWriteAheadLog(database);
    return { database, media: () => null, close: () => {} };
  }
  if (!head.startsWith('PK')) throw unreadable('This is not a package of Anki.', 'Choose an .apkg or .colpkg file.');
  const archive = new PackageFile(file);
  try {
    const isLatest = packageVersion(archive) >= LATEST_PACKAGE;
    const name = isLatest
      ? 'collection.anki21b'
      : ['collection.anki21', 'collection.anki2'].find((each) => archive.has(each));
    if (name === undefined || !archive.has(name))
      throw unreadable('There is no collection in it.', 'In Anki choose Export, and import that file.');
    await archive.unpack(name, database, { limit: MAX_COLLECTION_BYTES, isZstd: isLatest });
    if (!headOf(database).startsWith(SQLITE)) throw unreadable('Its collection is no database.');
    leaveWriteAheadLog(database);
    const files = mediaFiles(archive, isLatest);
    return {
      database,
      media(wanted, limit) {
        const entry = files.get(wanted.normalize());
        try {
          return entry === undefined ? null : archive.read(entry, { limit, isZstd: isLatest });
        } catch {
          return null;
        }
      },
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

function headOf(file: string): string {
  const bytes = Buffer.alloc(16);
  const opened = openSync(file, 'r');
  try {
    return bytes.toString('latin1', 0, readSync(opened, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(opened);
  }
}

/**
 * A database that was copied while open declares a write-ahead log, and cannot be opened without it. This clears the
 * declaration.
 */
function leaveWriteAheadLog(database: string): void {
  const opened = openSync(database, 'r+');
  try {
    writeSync(opened, Buffer.from([1, 1]), 0, 2, 18);
  } finally {
    closeSync(opened);
  }
}

function packageVersion(archive: PackageFile): number {
  const meta = archive.read('meta', { limit: MAX_META_BYTES, isZstd: false });
  if (!meta) return 0;
  const version = new WireMessage(meta).number(1) ?? 0;
  if (version > LATEST_PACKAGE)
    throw unreadable(
      'A newer Anki made this package, in a form that is not known here.',
      'Export it with “Support older Anki versions”, and import that file.',
    );
  return version;
}

/** Maps names of media to files of the archive. Empty if the list of media is damaged. */
function mediaFiles(archive: PackageFile, isLatest: boolean): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  try {
    const list = archive.read('media', { limit: MAX_LIST_BYTES, isZstd: isLatest });
    if (!list) return names;
    if (!isLatest) {
      const byFile = JSON.parse(new TextDecoder().decode(list)) as Readonly<Record<string, unknown>>;
      for (const [file, name] of Object.entries(byFile)) names.set(String(name).normalize(), file);
      return names;
    }
    let index = 0;
    for (const [field, entry] of wireFields(list)) {
      if (field !== 1 || typeof entry === 'number') continue;
      const name = new WireMessage(entry).bytes(1);
      if (name) names.set(new TextDecoder().decode(name).normalize(), String(index));
      index += 1;
    }
  } catch {
    // The images of such a package are reported as left out.
  }
  return names;
}
