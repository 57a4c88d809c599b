import type { Difference, Entry } from '../domain/read-differences.ts';

/** What is known of the files of a folder: as they were, and as they are. */
export interface FileStore {
  readonly source: 'git' | 'copies';
  /** The folder that paths are relative to. */
  readonly root: string;
  /** The files that differ, by path. */
  differences(): Promise<{ readonly files: readonly Difference[]; readonly isCut: boolean }>;
  /** The bytes of an entry of it; null where it is large, and its bytes are not kept. */
  contentOf(entry: Entry): Promise<Buffer | null>;
  /** Whether an entry has these bytes. */
  isOf(entry: Entry, bytes: Uint8Array): boolean;
  /** Keeps bytes, and returns the id of their entry. */
  keep(bytes: Uint8Array): Promise<string>;
}

export const LINK = '120000';
export const SUBMODULE = '160000';
export const EXECUTABLE = '100755';
export const PLAIN = '100644';
