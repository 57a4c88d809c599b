/** A file of a folder that is to be imported. */
export interface FolderFile {
  /** From the folder on, with slashes. */
  readonly path: string;
  readonly size: number;
}

const TEXT: readonly string[] = ['md', 'markdown', 'mdown', 'mkd', 'txt', 'text', 'org'];
/** A database of Notion. Other tables of a folder are the data of programs. */
const NOTION_TABLE = / [0-9a-f]{32}\.csv$/iu;
/** Extensions that Warren reads. */
export const READABLE: readonly string[] = [...TEXT, 'html', 'htm', 'xhtml', 'pdf', 'docx'];

/** Whether a file is text that is a source as it stands. */
export function isText(path: string): boolean {
  return TEXT.includes(extensionOf(path)) || NOTION_TABLE.test(path);
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Whether a file or folder is hidden, or is a folder that programs keep for themselves. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name === '__MACOSX';
}

export function isReadable(path: string): boolean {
  return READABLE.includes(extensionOf(path)) || NOTION_TABLE.test(path);
}

/** Why a file of a folder is left out; null if it is imported. */
export function whyLeftOut({ path, size }: FolderFile): string | null {
  if (path.split('/').some(isHidden)) return 'hidden';
  if (!isReadable(path)) return 'not a kind of file that Warren reads';
  if (size === 0) return 'empty';
  return null;
}
