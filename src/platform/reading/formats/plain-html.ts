/** Deeper nesting costs the readers minutes, and their stack. No page for people is nested so deeply. */
const MAX_DEPTH = 500;
const MAX_TAGS = 400_000;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|td|tr|th|dt|dd|option)$/i;

/** Whether a page is nested too deeply, or has too many elements, to be read as a tree. Linear in its length. */
export function isTooDeep(html: string): boolean {
  let depth = 0;
  let tags = 0;
  for (const [, close, name = '', own] of html.matchAll(/<(\/?)([a-z][a-z\d-]*)(?:[^<>]*?)(\/?)>/gi)) {
    tags += 1;
    if (!VOID.test(name) && own === '') depth = Math.max(0, depth + (close === '' ? 1 : -1));
    if (depth > MAX_DEPTH || tags > MAX_TAGS) return true;
  }
  return false;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of a page without its structure, in paragraphs. */
export function plainTextOfHtml(html: string): string {
  return html
    .replace(/<(script|style|noscript|template|svg)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<\/?(?:p|div|h[1-6]|li|tr|br|section|article|blockquote|pre)\b[^<>]*>/gi, '\n\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, decoded)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function decoded(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : entity;
}
