export interface FolderFile {
  /** Path from the folder on, with slashes. */
  readonly path: string;
  readonly size: number;
}

const TEXT: readonly string[] = ['md', 'markdown', 'mdown', 'mkd', 'txt', 'text', 'org'];
/** A database exported by Notion. Other tables in a folder are data of programs. */
const NOTION_TABLE = / [0-9a-f]{32}\.csv$/iu;
/** Extensions that Warren reads. */
export const READABLE: readonly string[] = [...TEXT, 'html', 'htm', 'xhtml', 'pdf', 'docx'];

/** Reports whether a file is text that becomes a source without conversion. */
export function isText(path: string): boolean {
  return TEXT.includes(extensionOf(path)) || NOTION_TABLE.test(path);
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Reports whether a file or folder is hidden, or is a folder that programs use internally. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name === '__MACOSX';
}

export function isReadable(path: string): boolean {
  return READABLE.includes(extensionOf(path)) || NOTION_TABLE.test(path);
}

/**
 * Documents that Warren cannot read, by extension. People expect to find them in the library, so they get a message.
 */
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

/** Names an unreadable kind of document and says what to do about it; null for other files. */
export function unreadDocument(path: string): string | null {
  const name = DOCUMENTS.get(extensionOf(path));
  return name === undefined ? null : `${name}, which Warren does not read. ${REMEDY}`;
}

/** The reason why a file of a folder is left out; null if it is imported. */
export function whyLeftOut({ path, size }: FolderFile): string | null {
  if (path.split('/').some(isHidden)) return 'hidden';
  if (!isReadable(path)) return unreadDocument(path) ?? 'not a kind of file that Warren reads';
  if (size === 0) return 'empty';
  return null;
}
