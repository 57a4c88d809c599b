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

/** Documents that Warren does not read, by extension: somebody who has one in a folder expects it in the library. */
const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rtf: 'a document in RTF',
    rtfd: 'a document in RTF',
    odt: 'an OpenDocument text',
    doc: 'a document of an old version of Word',
    wpd: 'a document of WordPerfect',
    pages: 'a document of Pages',
    enex: 'an export of Evernote',
    epub: 'an e-book',
    mobi: 'an e-book',
    azw3: 'an e-book',
    djvu: 'scanned pages (DjVu)',
    mht: 'a web archive',
    mhtml: 'a web archive',
    webarchive: 'a web archive',
    tex: 'a text in LaTeX',
    eml: 'a message of e-mail',
    msg: 'a message of Outlook',
    ppt: 'a presentation',
    pptx: 'a presentation',
    odp: 'a presentation',
    key: 'a presentation',
    xls: 'a spreadsheet',
    xlsx: 'a spreadsheet',
    ods: 'a spreadsheet',
  }),
);
const REMEDY = 'Save it as .docx, PDF or text, and add that.';

/** What a document is that Warren does not read, and what to do; null for other files. */
export function unreadDocument(path: string): string | null {
  const name = DOCUMENTS.get(extensionOf(path));
  return name === undefined ? null : `${name}, which Warren does not read. ${REMEDY}`;
}

/** Why a file of a folder is left out; null if it is imported. */
export function whyLeftOut({ path, size }: FolderFile): string | null {
  if (path.split('/').some(isHidden)) return 'hidden';
  if (!isReadable(path)) return unreadDocument(path) ?? 'not a kind of file that Warren reads';
  if (size === 0) return 'empty';
  return null;
}
