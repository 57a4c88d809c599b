import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import Turndown from 'turndown';

import { type GivenDocument, type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { charsetOf, decode } from './decode.ts';

/** An article is shorter than that only if there is none: then the whole page is read. */
const MIN_ARTICLE = 200;
const MAX_ELEMENTS = 100_000;

/** Reads the article of a page; a page without one is read whole. */
export function readHtml({ bytes, mediaType, url }: GivenDocument): ReadDocument {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(4_096, bytes.byteLength)).toString('latin1');
  const declared = charsetOf(mediaType) ?? /<meta[^<>]+charset\s*=\s*["']?([\w-]+)/i.exec(latin)?.[1] ?? null;
  const html = decode(bytes, declared);
  if (isTooDeep(html)) return { ...NOTHING, title: null, content: requireText(plainTextOfHtml(html)) };
  const { document } = parseHTML(/<html\b/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const facts = factsOf(document as unknown as Page);
  const whole = () => toMarkdown(document.body, url);
  const article = articleOf(html);
  if (!article || article.text.length < MIN_ARTICLE) {
    const content = requireText(whole());
    return { ...facts, content };
  }
  return {
    ...facts,
    title: article.title ?? facts.title,
    author: article.author ?? facts.author,
    site: article.site ?? facts.site,
    createdAt: timeOf(article.publishedAt) ?? facts.createdAt,
    content: requireText(toMarkdown(article.body, url)),
  };
}

/** The elements of a page as HTML, such as those of a converted document. */
export function readFragment(html: string): string {
  return toMarkdown(parseHTML(`<html><body>${html}</body></html>`).document.body, null);
}

function articleOf(html: string) {
  // Readability takes the document apart, so it gets one of its own.
  const { document } = parseHTML(html);
  const found = new Readability(document as never, { maxElemsToParse: MAX_ELEMENTS }).parse();
  if (!found?.content) return null;
  return {
    text: found.textContent ?? '',
    body: parseHTML(`<html><body>${found.content}</body></html>`).document.body,
    title: named(found.title),
    author: named(found.byline),
    site: named(found.siteName),
    publishedAt: found.publishedTime ?? null,
  };
}

interface Page {
  readonly documentElement: { getAttribute(name: string): string | null } | null;
  querySelector(
    selector: string,
  ): { getAttribute(name: string): string | null; readonly textContent: string | null } | null;
}

const NOTHING = { author: null, site: null, createdAt: null, language: null, tags: [], leftOut: [] } as const;

function factsOf(page: Page): Omit<ReadDocument, 'content'> {
  const meta = (...names: readonly string[]) =>
    names
      .map((name) => page.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content'))
      .map(named)
      .find((value) => value !== null) ?? null;
  return {
    ...NOTHING,
    title:
      meta('og:title', 'twitter:title') ??
      named(page.querySelector('title')?.textContent) ??
      named(page.querySelector('h1')?.textContent),
    author: meta('author', 'article:author', 'dc.creator'),
    site: meta('og:site_name', 'application-name'),
    createdAt: timeOf(
      meta('article:published_time', 'date', 'dc.date', 'datePublished') ??
        page.querySelector('time[datetime]')?.getAttribute('datetime') ??
        null,
    ),
    language: languageOf(page.documentElement?.getAttribute('lang') ?? meta('og:locale', 'language')),
  };
}

function named(value: string | null | undefined): string | null {
  const text = value?.replace(/\s+/g, ' ').trim() ?? '';
  // An author who is given as an address is no name.
  return text === '' || /^https?:/i.test(text) ? null : text;
}

function timeOf(value: string | null): number | null {
  const time = value === null ? NaN : Date.parse(value);
  return Number.isFinite(time) ? time : null;
}

/** `en-GB` and `en_US` as `en`. */
function languageOf(value: string | null): string | null {
  return /^([a-z]{2,3})(?:[-_]|$)/i.exec(value?.trim() ?? '')?.[1]?.toLowerCase() ?? null;
}

function requireText(content: string): string {
  if (/[\p{L}\p{N}]/u.test(content)) return content;
  throw new UnreadableDocument(
    'This page has no text that can be read. It may be made by a script, or need a sign-in.',
    {
      remedy: 'Open it in your browser and paste its text.',
    },
  );
}

/** Deeper nesting costs the readers minutes, and their stack. No page for people is nested so deeply. */
const MAX_DEPTH = 500;
const MAX_TAGS = 400_000;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|td|tr|th|dt|dd|option)$/i;

/** Whether a page is nested too deeply, or has too many elements, to be read as a tree. Linear in its length. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  let tags = 0;
  for (const [tag, close, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d-]*)(?![a-z\d-])[^<>]*>/gi)) {
    tags += 1;
    if (!VOID.test(name) && !tag.endsWith('/>')) depth = Math.max(0, depth + (close === '' ? 1 : -1));
    if (depth > MAX_DEPTH || tags > MAX_TAGS) return true;
  }
  return false;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of a page without its structure, in paragraphs. */
function plainTextOfHtml(html: string): string {
  return withoutUnread(html)
    .replace(/<\/?(?:p|div|h[1-6]|li|tr|br|section|article|blockquote|pre)\b[^<>]*>/gi, '\n\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, decoded)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const UNREAD =
  /<(?<opened>(?:script|style|noscript|template|svg)\b|!--)|<\/(?<closed>script|style|noscript|template|svg)\s*>|-->/gi;

/** Without scripts, styles and comments, from where they open to their own end. One that never ends is not removed. */
function withoutUnread(html: string): string {
  const signs = Array.from(html.matchAll(UNREAD), ({ 0: sign, index, groups }) => ({
    start: index,
    end: index + sign.length,
    opens: groups?.['opened']?.toLowerCase(),
    closes: sign === '-->' ? '!--' : groups?.['closed']?.toLowerCase(),
  }));
  const lastEnds = new Map(signs.map(({ closes, start }) => [closes, start]));
  let kept = '';
  let from = 0;
  let inside: string | null = null;
  for (const { start, end, opens, closes } of signs) {
    if (inside === null && opens !== undefined && (lastEnds.get(opens) ?? 0) > start) {
      kept += `${html.slice(from, start)} `;
      inside = opens;
    } else if (inside !== null && closes === inside) {
      from = end;
      inside = null;
    }
  }
  return kept + html.slice(from);
}

function decoded(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : entity;
}

/** The part of the DOM that is used here, as linkedom provides it. */
interface Node {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<Node>;
  readonly parentNode: Node | null;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<Node>;
}

/** Elements of HTML as Markdown: without pictures and scripts, links to the web alone and absolute. */
function toMarkdown(root: object, address: string | null): string {
  const turndown = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  turndown.remove(['script', 'style', 'noscript', 'iframe', 'button', 'form', 'nav', 'template'] as never);
  turndown.addRule('pictures', { filter: ['img', 'svg', 'video', 'audio', 'picture'] as never, replacement: () => '' });
  turndown.addRule('links', {
    filter: 'a',
    replacement(content, node) {
      const to = absolute((node as unknown as Node).getAttribute('href'), address);
      const words = content.replace(/\s+/g, ' ').trim();
      return to === null || words === '' ? content : `[${words}](${to.replaceAll(')', '%29')})`;
    },
  });
  turndown.addRule('tables', {
    filter: 'table',
    replacement: (_, node) => `\n\n${tableOf(node as unknown as Node)}\n\n`,
  });
  return turndown
    .turndown(root as never)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The address that a link leads to; null if that is not on the web. */
function absolute(href: string | null, address: string | null): string | null {
  if (href === null || href.startsWith('#')) return null;
  const url = URL.parse(href, address ?? undefined);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** One long row would give as many cells to all the others. */
const MAX_CELLS = 1_000_000;

/** A table with pipes. A cell has one line. A table for the layout, with one column, is paragraphs. */
function tableOf(table: Node): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => oneLine(cell.textContent ?? '')),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns < 2 || columns * rows.length > MAX_CELLS) return rows.flat().filter(Boolean).join('\n\n');
  const lines = rows.map((row) => `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`);
  return [lines[0], `|${' --- |'.repeat(columns)}`, ...lines.slice(1)].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}
