import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';
import type { FileAnswer } from '#wire/file.ts';

import type { FileTextAnswer } from '../protocol.ts';
import { placeInside } from './place-inside.ts';

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** SVG is not an image here: it is shown as text. */
const IMAGES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

const mediaTypeOf = (file: string) => IMAGES[path.extname(file).toLowerCase()];

/** The text of a file in a terminal's folder, or the kind of a file that is not shown as text. */
export function readText(root: string, given: string): Promise<FileTextAnswer> {
  return withFile(root, given, async (file, { handle, bytes }) => {
    if (mediaTypeOf(file) !== undefined && bytes <= MAX_IMAGE_BYTES) return { kind: 'image', bytes, text: '' };
    if (bytes > MAX_TEXT_BYTES) return { kind: 'large', bytes, text: '' };
    const text = textOf(await readAll(handle, MAX_TEXT_BYTES));
    return text === null ? { kind: 'binary', bytes, text: '' } : { kind: 'text', bytes, text };
  });
}

export function readImage(root: string, given: string): Promise<FileAnswer> {
  return withFile(root, given, async (file, { handle, bytes }) => {
    const mediaType = mediaTypeOf(file);
    if (mediaType === undefined || bytes > MAX_IMAGE_BYTES)
      throw new AppError('malformed', 'It is no image, or larger than 20 MB.', { field: 'path' });
    return { name: path.basename(file), mediaType, bytes: await readAll(handle, MAX_IMAGE_BYTES) };
  });
}

/** Opens only regular files, because reading a pipe or a device may never end. */
async function withFile<Result>(
  root: string,
  given: string,
  work: (file: string, opened: { readonly handle: FileHandle; readonly bytes: number }) => Promise<Result>,
): Promise<Result> {
  const file = await placeInside(root, given);
  const handle = await open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW).catch((error: unknown) => {
    throw new AppError('malformed', 'It is no file that Warren may open.', { field: 'path', cause: error });
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new AppError('malformed', 'It is no file.', { field: 'path' });
    return await work(file, { handle, bytes: found.size });
  } finally {
    await handle.close();
  }
}

/** Reads at most the size at the start: the file can grow meanwhile. */
async function readAll(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(maxBytes, (await handle.stat()).size)));
  return buffer.subarray(0, bytesRead);
}

/** Null if the bytes are not text. */
function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
