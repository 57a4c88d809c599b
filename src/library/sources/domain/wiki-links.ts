import { replaceCode } from '#text/domain/code-ranges.ts';
import { withoutInvisible } from '#text/domain/invisible.ts';

export interface WikiLink {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** The target, as `SourceDetail.links` names it. */
  readonly target: string;
  /** The displayed words. */
  readonly label: string;
}

/** Links beyond these remain text. */
const MAX_LINKS = 20_000;

/** The `[[links]]` in a text: `[[Title]]`, `[[Title#heading|label]]`, `![[Title]]`. */
export function wikiLinksIn(text: string): readonly WikiLink[] {
  const links: WikiLink[] = [];
  if (!text.includes('[[')) return links;
  for (const match of text.matchAll(/!?\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g)) {
    const [whole, written = '', label] = match;
    const { index: start } = match;
    // In a table the `|` before the label is escaped.
    const target = label === undefined ? written : written.replace(/\\$/, '');
    links.push({ start, end: start + whole.length, target: target.trim(), label: (label ?? target).trim() });
    if (links.length === MAX_LINKS) break;
  }
  return links;
}

/** Target of a link in a note, as `SourceDetail.links` names it. */
export interface NoteLink {
  readonly target: string;
  /** True for a Markdown link: the target is a path from the folder of the note. */
  readonly isPath: boolean;
}

const MARKDOWN_LINK =
  /\]\((?:<([^<>\n]{1,1000})>|((?:\([^()\s]{0,200}\)|[^()\s<>]){1,1000}))(?:[ \t]"[^"\n]{0,300}")?\)/g;

/** The links of a text to other notes: `[[Title]]`, and `[words](Folder/Note.md)`. Links in code are text. */
export function noteLinksIn(text: string): readonly NoteLink[] {
  if (!/\[\[|\]\(/.test(text)) return [];
  const words = replaceCode(text, () => ' ');
  const links: NoteLink[] = wikiLinksIn(words).map(({ target }) => ({ target, isPath: false }));
  for (const [, angled, bare = ''] of words.matchAll(MARKDOWN_LINK)) {
    if (links.length >= MAX_LINKS) break;
    const target = pathOfLink(angled ?? bare);
    if (target !== null) links.push({ target, isPath: true });
  }
  return links;
}

/** The path in the address of a Markdown link, without its heading; null for an address of the web or of a picture. */
export function pathOfLink(address: string): string | null {
  const [path = ''] = address.split(/[#?]/);
  if (
    path === '' ||
    /^(?:[a-z][a-z\d+.-]*:|\/|\\)|:\/|\.(?:png|jpe?g|gif|svg|webp|avif|bmp|csv|zip|mp[34]|mov|webm)$/i.test(path)
  )
    return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The key by which the target of a link is looked up: the end of its path, without heading and extension, in lower
 * case.
 */
export function linkKey(target: string): string {
  const [name = ''] = target.split(/[#^]/);
  return nameKey(name.replaceAll('\\', '/').split('/').at(-1) ?? '');
}

/** A title or file name as a link key. */
export function nameKey(name: string): string {
  return withoutInvisible(name)
    .normalize('NFC')
    .trim()
    .replace(/\.(?:md|markdown|txt)$/i, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
