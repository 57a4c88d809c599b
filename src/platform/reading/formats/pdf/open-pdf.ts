import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { unpackEntry, zipEntries } from '../zip-entries.ts';

/** In a build it is next to the server's bundle. */
const CHARACTER_MAPS = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, '../../data/cmaps.zip')
  : path.join(import.meta.dirname, 'cmaps.zip');

/** Character maps of Chinese, Japanese and Korean fonts, for documents that do not contain the maps themselves. */
class CharacterMaps {
  #entries: Promise<ReadonlyMap<string, () => Uint8Array>> | null = null;

  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl') throw new Error(`There is no ${filename}.`);
    this.#entries ??= readMaps();
    const unpack = (await this.#entries).get(filename);
    if (!unpack) throw new Error(`There is no map ${filename}.`);
    return unpack();
  }
}

async function readMaps(): Promise<ReadonlyMap<string, () => Uint8Array>> {
  const bytes = await readFile(CHARACTER_MAPS);
  return new Map((zipEntries(bytes) ?? []).map((entry) => [entry.name, () => unpackEntry(bytes, entry)]));
}

export interface Pdf {
  readonly numPages: number;
  readonly loadingTask: { destroy(): Promise<void> };
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ readonly info: object }>;
}

interface PdfPage {
  getTextContent(options: { readonly disableNormalization: boolean }): Promise<object>;
  /** Form fields, links and notes. */
  getAnnotations(): Promise<readonly object[]>;
  getOperatorList(): Promise<{ readonly fnArray: readonly number[] }>;
  cleanup(): unknown;
}

/**
 * Opens a PDF with pdf.js. Pictures are never decoded: a strict reader reports one as an error, the other one skips it.
 */
export async function openPdf(bytes: Uint8Array, { isStrict = false } = {}): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf');
  // pdf.js takes ownership of the bytes, so it gets a copy.
  return getDocumentProxy(bytes.slice(), {
    stopAtErrors: isStrict,
    maxImageSize: 0,
    verbosity: 0,
    cMapUrl: 'cmaps/',
    cMapPacked: true,
    BinaryDataFactory: CharacterMaps,
  });
}
