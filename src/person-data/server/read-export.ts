import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { type ExportedFile, FORMAT_VERSION, type Manifest, MANIFEST, manifest, tableFile } from './manifest.ts';
import type { PersonData } from './person-data.ts';

/** An export that was verified as complete. */
export interface ReadExport {
  readonly directory: string;
  readonly manifest: Manifest;
}

/** Whether a folder holds an export, complete or interrupted. */
export async function isExport(directory: string): Promise<boolean> {
  return (await isThere(path.join(directory, MANIFEST))) || (await isThere(path.join(directory, 'data')));
}

/**
 * Reads an export and checks every file that its manifest lists. Throws an AppError that names the file and the field
 * unless the export is complete, of a known format, and holds only what the slices export.
 */
export async function readExport(directory: string, slices: readonly PersonData[]): Promise<ReadExport> {
  const found = await readManifest(directory);
  const paths = new Set(found.files.map((file) => file.path));
  const known = new Set(slices.flatMap(({ tables = {} }) => Object.keys(tables)));
  for (const table of Object.keys(found.tables)) {
    if (!known.has(table)) throw damaged(MANIFEST, `tables.${table}: this Warren has no such table`);
    if (!paths.has(tableFile(table))) throw damaged(MANIFEST, `files: ${tableFile(table)} is not listed`);
  }
  if (found.tables['people'] !== 1) throw damaged(MANIFEST, 'tables.people: it is not 1');
  const folders = slices.flatMap((slice) => slice.folders ?? []);
  for (const [index, file] of found.files.entries()) {
    if (!isPlain(file.path))
      throw damaged(MANIFEST, `files.${index}.path: ${JSON.stringify(file.path)} leads elsewhere`);
    const { home } = file;
    if (home !== undefined && !(isPlain(home) && folders.some((folder) => home.startsWith(`${folder}/`))))
      throw damaged(MANIFEST, `files.${index}.home: ${JSON.stringify(home)} is no place for it`);
    await checkFile(directory, file);
  }
  return { directory, manifest: found };
}

/** The error for an export whose content differs from what was written. */
export function damaged(file: string, what: string, cause?: unknown): AppError {
  return new AppError('refused', `${file}: ${what}. Nothing was imported.`, { field: file, reason: 'damaged', cause });
}

async function readManifest(directory: string): Promise<Manifest> {
  await requireInside(directory, MANIFEST);
  const text = await readFile(path.join(directory, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw damaged(MANIFEST, 'it is no file, or belongs to someone else', error);
    throw new AppError('refused', `${directory} has no ${MANIFEST}: the export was interrupted. Export again.`, {
      reason: 'interrupted',
    });
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw damaged(MANIFEST, 'it is not JSON', error);
  }
  const { format, formatVersion } = (content ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format === 'warren-person' && typeof formatVersion === 'number' && formatVersion > FORMAT_VERSION)
    throw new AppError('refused', `${directory} was written by a newer Warren. Update Warren, then import again.`, {
      field: 'formatVersion',
      reason: 'newer-data',
    });
  const parsed = manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(MANIFEST, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it is not valid'}`);
}

/** Whether a path stays inside the folder on any system. */
function isPlain(file: string): boolean {
  return file.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !/[\\:\0]/.test(file);
}

/** Throws if a link in the path leads outside: an export comes from elsewhere, and must contain its own files. */
async function requireInside(directory: string, file: string): Promise<void> {
  const parts = file.split('/');
  const real = await realpath(path.join(directory, ...parts)).catch(() => undefined);
  if (real !== undefined && real !== path.join(await realpath(directory), ...parts))
    throw damaged(file, 'it is a link, and no file of the export');
}

async function checkFile(directory: string, file: ExportedFile): Promise<void> {
  const difference = await differenceOf(path.join(directory, ...file.path.split('/')), file);
  if (difference !== undefined) throw damaged(file.path, difference);
  await requireInside(directory, file.path);
}

/** How a file on disk differs from the exported one; undefined if it is the same. */
export async function differenceOf(
  place: string,
  { bytes, sha256 }: Pick<ExportedFile, 'bytes' | 'sha256'>,
): Promise<string | undefined> {
  const entry = await lstat(place).catch(() => undefined);
  if (!entry?.isFile()) return 'there is no such file';
  if (entry.size !== bytes) return `it has ${entry.size} bytes and not ${bytes}`;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(place)) hash.update(chunk as Uint8Array);
  return hash.digest('hex') === sha256 ? undefined : 'it was changed (sha256)';
}

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );
