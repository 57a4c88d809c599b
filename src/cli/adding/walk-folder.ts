import { opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

import { isCodeFolder, readNature } from '#library/capture/domain/code-folders.ts';
import { isHidden } from '#library/capture/domain/importable.ts';

/** A file to add. Locations are bytes, because names on disk are not always valid Unicode. */
export interface FoundFile {
  readonly location: Buffer;
  /** Relative to the folder, with `/` as separator. Bytes that are not Unicode are written as `\xff`. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** Whether the file belongs to a program. */
  readonly isOfCode: boolean;
}

/** An entry that is not read, with the reason. */
interface NotFound {
  readonly path: string;
  readonly problem: string;
  /** Set if the entry is left out on purpose, which is not a failure. */
  readonly isLeftOut?: true;
}

export type Found = FoundFile | NotFound;

interface FoundPath {
  readonly location: Buffer;
  readonly path: string;
  /** Null for the root folder of the walk. */
  readonly isOfCode: boolean | null;
}

const OUTSIDE = 'It is a link out of the folder. Add what it leads to by its own path.';
const NO_FILE = 'It is a pipe, a socket or a device, and no file.';

/**
 * Finds the files below a folder, one by one. Follows symbolic links that stay in the folder, because a folder written
 * by somebody else could name any file of this machine, and enters each folder once, so that loops end. Links come
 * last, so that a folder always has the same path. Reports entries that are neither file nor folder. Leaves out hidden
 * files and folders, such as `.obsidian`, `.git` and `.trash`.
 */
export async function* walkFolder(folder: Buffer): AsyncGenerator<Found> {
  const entered = new Set<string>();
  const folders: FoundPath[] = [{ location: folder, path: '', isOfCode: (await isInCode(folder, 'folder')) || null }];
  const links: FoundPath[] = [];
  const whole = await realPathOf(folder).catch(() => folder);
  for (let next = folders.pop(); next; next = folders.pop() ?? firstOf(links)) {
    try {
      const { identity } = await lookAt(next.location);
      if (entered.has(identity)) continue;
      entered.add(identity);
      const isOfCode = isCodeFolder(await namesIn(next.location), next.isOfCode);
      for await (const { name, isLink } of entriesIn(next.location)) {
        const inside = { location: joined(next.location, name), path: joinedPath(next.path, decodedName(name)) };
        const place = { ...inside, isOfCode };
        if (isHidden(decodedName(name))) continue;
        const found = isLink && (await leadsOut(place.location, whole)) ? outside(place) : await look(place);
        if (found === 'folder') (isLink ? links : folders).push(place);
        else yield found === 'other' ? { path: place.path, problem: NO_FILE, isLeftOut: true } : found;
      }
    } catch (error) {
      yield { path: next.path || decodedName(next.location), problem: reasonOf(error) };
    }
  }
}

const outside = ({ path: place }: FoundPath): NotFound => ({ path: place, problem: OUTSIDE, isLeftOut: true });

/** Whether a link leads out of the folder; false for a broken link. */
async function leadsOut(link: Buffer, folder: Buffer): Promise<boolean> {
  const real = await realPathOf(link).catch(() => folder);
  const inside = folder.at(-1) === SEPARATOR ? folder : joined(folder, Buffer.alloc(0));
  return !real.equals(folder) && !real.subarray(0, inside.length).equals(inside);
}

const SEPARATOR = path.sep.charCodeAt(0);
const realPathOf = (location: Buffer) => realpath(location, { encoding: 'buffer' });

function firstOf(links: FoundPath[]): FoundPath | undefined {
  const first = links.toSorted((one, other) => (one.path < other.path ? -1 : 1))[0];
  if (first) links.splice(links.indexOf(first), 1);
  return first;
}

/** Looks at one path on disk; `other` is a socket, a device or a pipe. */
async function look(place: FoundPath): Promise<Found | 'folder' | 'other'> {
  try {
    const { size, modifiedAt, isFile, isFolder } = await lookAt(place.location);
    if (isFolder) return 'folder';
    return isFile ? { ...place, isOfCode: place.isOfCode === true, size, modifiedAt } : 'other';
  } catch (error) {
    return { path: place.path, problem: reasonOf(error) };
  }
}

async function lookAt(location: Buffer) {
  // File numbers can exceed the precision of a double.
  const found = await stat(location, { bigint: true });
  return {
    identity: `${found.dev}:${found.ino}`,
    size: Number(found.size),
    modifiedAt: Number(found.mtimeMs),
    isFile: found.isFile(),
    isFolder: found.isDirectory(),
  };
}

async function namesIn(folder: Buffer): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of entriesIn(folder)) names.push(decodedName(name));
  return names;
}

/**
 * Whether a path given by the person lies in a program: beside a manifest, or below one in the same repository.
 * Otherwise a manifest far above, as in a home folder, does not count.
 */
async function isInCode(location: Buffer, what: 'file' | 'folder'): Promise<boolean> {
  let hasManifest = false;
  let isBeside = what === 'file';
  for (let folder = path.dirname(location.toString()); ; folder = path.dirname(folder)) {
    const names: readonly string[] = await namesIn(Buffer.from(folder)).catch(() => []);
    const nature = readNature(names);
    if (nature === 'notes') return false;
    hasManifest ||= nature === 'code';
    if (hasManifest && (isBeside || names.includes('.git'))) return true;
    isBeside = false;
    if (names.includes('.git') || folder === path.dirname(folder)) return false;
  }
}

async function* entriesIn(folder: Buffer): AsyncGenerator<{ name: Buffer; isLink: boolean }> {
  // The types allow only text encodings. Entries are read a few at a time.
  for await (const entry of await opendir(folder, { encoding: 'buffer' as BufferEncoding }))
    yield { name: entry.name as unknown as Buffer, isLink: entry.isSymbolicLink() };
}

/** Looks at a path from the command line. */
export async function findFile(name: string): Promise<Found | 'folder'> {
  const location = path.resolve(name);
  const place = { location: Buffer.from(location), path: location.split(path.sep).join('/') };
  const found = await look({ ...place, isOfCode: await isInCode(place.location, 'file') });
  return found === 'other' ? { path: name, problem: 'It is neither a file nor a folder.' } : found;
}

function joined(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from(path.sep), name]);
}

function joinedPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A name on disk as text. Bytes that are not UTF-8 are escaped, so that different names stay different. */
function decodedName(name: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    return name.toString('latin1').replace(/[\u0080-\u00ff]/gu, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'You may not read it.',
  EPERM: 'You may not read it.',
  ENOENT: 'It does not exist, or it is a link to nothing.',
  ELOOP: 'It is a link to itself.',
  ENAMETOOLONG: 'Its path is too long.',
  EMFILE: 'Too many files are open.',
};

export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? `It cannot be read: ${message}`;
}
