/** A file of a folder that is to be imported. */
export interface FolderFile {
  /** From the folder on, with slashes. */
  readonly path: string;
  readonly size: number;
}

const TEXT: readonly string[] = ['md', 'markdown', 'txt'];
/** Extensions that Warren reads. */
export const READABLE: readonly string[] = [...TEXT, 'html', 'htm', 'pdf', 'docx'];

/** Whether a file is text that is a source as it stands. */
export function isText(path: string): boolean {
  return TEXT.includes(extensionOf(path));
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Why a file of a folder is left out; null if it is imported. */
export function whyLeftOut({ path, size }: FolderFile): string | null {
  const names = path.split('/');
  if (names.some((name) => name.startsWith('.') || name === 'node_modules' || name === '__MACOSX')) return 'hidden';
  if (!READABLE.includes(extensionOf(path))) return 'not a kind of file that Warren reads';
  if (size === 0) return 'empty';
  return null;
}
