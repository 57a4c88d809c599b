/** A file of a folder that is to be imported. */
export interface FolderFile {
  /** From the folder on, with slashes. */
  readonly path: string;
  readonly size: number;
}

/** Extensions that Warren reads. */
export const READABLE = ['md', 'markdown', 'txt', 'html', 'htm', 'pdf', 'docx'] as const;

/** Why a file of a folder is left out; null if it is imported. */
export function whyLeftOut({ path, size }: FolderFile): string | null {
  const names = path.split('/');
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (names.some((name) => name.startsWith('.') || name === 'node_modules' || name === '__MACOSX')) return 'hidden';
  if (!READABLE.some((readable) => readable === extension)) return 'not a kind of file that Warren reads';
  if (size === 0) return 'empty';
  return null;
}
