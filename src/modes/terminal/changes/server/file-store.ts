import type { Difference, Entry } from '../domain/read-differences.ts';

/** Access to the earlier and the current files of a folder. */
export interface FileStore {
  readonly source: 'git' | 'copies';
  /** The folder that paths are relative to. */
  readonly root: string;
  /** The files that differ, sorted by path. */
  differences(): Promise<{ readonly files: readonly Difference[]; readonly isCut: boolean }>;
  /** The bytes of an entry; null for a large file, whose content is not stored. */
  contentOf(entry: Entry): Promise<Buffer | null>;
  /** Whether these bytes are the content of the entry. */
  isOf(entry: Entry, bytes: Uint8Array): boolean;
  /** Stores bytes. Returns the id for their entry. */
  keep(bytes: Uint8Array): Promise<string>;
}

export const LINK = '120000';
export const SUBMODULE = '160000';
export const EXECUTABLE = '100755';
export const PLAIN = '100644';
