import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { MAX_FILE_BYTES } from '#library/importing/protocol.ts';

import type { FoundFile } from './walk-folder.ts';

/** A file as it is sent. */
export interface ReadFile extends FoundFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Its text, if it is sent as text; null for what the server reads from its bytes. */
  readonly text: string | null;
}

const TEXT = /\.(?:md|markdown|mdown|mkd|txt|text)$/iu;
const DOCUMENT = /\.(?:pdf|docx|html?|xhtml)$/iu;
/** In bytes. A longer text is sent as a file of its own. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** Whether Warren reads files of this name. */
export function isReadable(path: string): boolean {
  return TEXT.test(path) || DOCUMENT.test(path);
}

/** Reads a file, or returns why it is not sent. */
export async function readFileToSend(file: FoundFile): Promise<ReadFile | string> {
  if (file.size > MAX_FILE_BYTES) return tooLarge(file.size);
  const bytes = await readFile(file.location);
  if (bytes.length > MAX_FILE_BYTES) return tooLarge(bytes.length);
  if (bytes.length === 0) return 'It is empty.';
  return { ...file, hash: createHash('sha256').update(bytes).digest('hex'), text: textOf(file, bytes) };
}

function textOf({ path }: FoundFile, bytes: Buffer): string | null {
  if (!TEXT.test(path) || bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Another encoding, which the server finds out.
    return null;
  }
}

function tooLarge(size: number): string {
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024).toLocaleString('en');
  return `It has ${megabytes(size)} MB; a file may have ${megabytes(MAX_FILE_BYTES)} MB.`;
}
