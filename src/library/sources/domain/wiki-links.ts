export interface WikiLink {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** The target, as `SourceDetail.links` names it. */
  readonly target: string;
  /** The words that are shown. */
  readonly label: string;
}

/** What a text has beyond these stays text. */
const MAX_LINKS = 20_000;

/** The `[[links]]` in a text: `[[Title]]`, `[[Title#heading|label]]`, `![[Title]]`. */
export function wikiLinksIn(text: string): readonly WikiLink[] {
  const links: WikiLink[] = [];
  if (!text.includes('[[')) return links;
  for (const match of text.matchAll(/!?\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g)) {
    const [whole, target = '', label] = match;
    const { index: start } = match;
    links.push({ start, end: start + whole.length, target: target.trim(), label: (label ?? target).trim() });
    if (links.length === MAX_LINKS) break;
  }
  return links;
}

/** By what the target of a link is found: the end of its path without heading and ending, in lower case. */
export function linkKey(target: string): string {
  const [name = ''] = target.split(/[#^]/);
  return nameKey(name.replaceAll('\\', '/').split('/').at(-1) ?? '');
}

/** A title or a file's name as links find it. */
export function nameKey(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .replace(/\.(?:md|markdown|txt)$/i, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
