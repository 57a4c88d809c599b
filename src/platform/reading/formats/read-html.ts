import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

import { writtenAt } from '#library/importing/domain/dates.ts';
import { type GivenDocument, type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';
import { countOf } from '#library/storage/domain/left-out.ts';

import { charsetOfPage, decode } from './decode.ts';
import { markCode } from './html/code-blocks.ts';
import { markFormulas } from './html/formulas.ts';
import { classOf, isShownAsBlock, type Page, type PageElement, tagOf } from './html/page-tree.ts';
import { markRaised } from './html/raised-text.ts';
import { toMarkdown } from './html/to-markdown.ts';

/** A shorter article means that the page has none; then the whole page is read. */
const MIN_ARTICLE = 200;
/** In larger pages no article is searched for. */
const MAX_ELEMENTS = 100_000;

/** Reads the article of a page, or the whole page if it has none. */
export function readHtml({ bytes, mediaType, url }: GivenDocument): ReadDocument {
  const { text: html, leftOut: ofEncoding } = decode(bytes, charsetOfPage(bytes, mediaType));
  if (isTooDeep(html)) return { ...NOTHING, title: null, content: requireText(plainTextOfHtml(html)) };
  const page = parsed(/<html\b/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const facts = factsOf(page);
  const base = baseOf(page, html, url);
  const unread = prepare(page);
  const article = articleOf(page);
  const isFound = article !== null && article.text.length >= MIN_ARTICLE;
  const body = isFound ? (declaredArticle(page, article.text) ?? article.body) : page.body;
  const { content, leftOut } = rendered(body, base, unread);
  return {
    ...facts,
    ...(isFound && {
      title: article.title ?? facts.title,
      author: article.author ?? facts.author,
      site: article.site ?? facts.site,
      ...writtenOn(article.publishedAt),
    }),
    content: requireText(content),
    leftOut: [...ofEncoding, ...leftOut],
  };
}

/** Converts HTML, such as that of a converted document, to Markdown. */
export function readFragment(html: string): string {
  const page = parsed(`<html><body>${html}</body></html>`);
  return rendered(page.body, null, prepare(page)).content;
}

function parsed(html: string): Page {
  return parseHTML(html).document as unknown as Page;
}

/** Controls and counters inside a text. */
const TOOLS = '.mw-editsection, .jp-InputPrompt, .jp-OutputPrompt, .input_prompt, .output_prompt';

/** Marks details that are only recognisable in the whole page. Returns the number of formulas that cannot be read. */
function prepare(page: Page): number {
  page.body.normalize();
  markCode(page);
  const unread = markFormulas(page);
  markRaised(page);
  markBlocks(page);
  for (const link of page.querySelectorAll('h1 a, h2 a, h3 a, h4 a, h5 a, h6 a, dt a'))
    if (!/[\p{L}\p{N}]/u.test(link.textContent ?? '') && !link.querySelector('img')) link.remove();
  for (const link of page.querySelectorAll('a[href^="#"]')) link.removeAttribute('href');
  for (const tool of page.querySelectorAll(TOOLS)) tool.remove();
  keepWordsBeside(page);
  return unread;
}

/** Authors of quotations, and notes beside a text. The search for the article would drop them as margins. */
const BESIDE =
  'blockquote footer, figure footer, article aside, [itemprop="articleBody"] aside, main p ~ aside, [role="main"] p ~ aside';
/** Menus have a greater share of their words in links. */
const MAX_LINKED = 0.4;
const OF_SITE =
  /(?:^|[\s_-])(?:ads?|advert\w*|author|bio|comments?|newsletter|promo\w*|related|recommend\w*|share|sharing|sidebar|social|sponsor\w*|subscri\w*|toc)(?![a-z])/i;

function keepWordsBeside(page: Page): void {
  for (const element of page.querySelectorAll(BESIDE)) {
    const words = lengthOf(element.textContent ?? '');
    const linked = Array.from(element.querySelectorAll('a[href]'), (link) => lengthOf(link.textContent ?? ''));
    const isAside = tagOf(element) === 'aside';
    if (words === 0 || (isAside && linked.reduce((sum, each) => sum + each, 0) > MAX_LINKED * words)) continue;
    if (
      isAside &&
      (element.querySelector('form, nav') || OF_SITE.test(`${classOf(element)} ${element.getAttribute('id')}`))
    )
      continue;
    const kept = page.createElement('section');
    element.replaceWith(kept);
    kept.append(...Array.from(element.childNodes));
  }
}

const INLINE = 'span, a, b, strong, i, em, small, label, time, cite, font, u, code, abbr, mark';

/** Separates elements that only a style makes blocks. On one line, as in a heading, a space is enough. */
function markBlocks(page: Page): void {
  const inOneLine = new Set(page.querySelectorAll('h1 *, h2 *, h3 *, h4 *, h5 *, h6 *, a *, pre *, [data-formula] *'));
  for (const element of [...page.querySelectorAll(INLINE)].filter(isShownAsBlock)) {
    const block = inOneLine.has(element) ? null : page.createElement('div');
    element.replaceWith(...(block ? [block] : [' ', element, ' ']));
    block?.append(element);
  }
}

function rendered(root: PageElement, base: string | null, unread: number) {
  const counts = new Map<string, number>(unread > 0 ? [['formula', unread]] : []);
  const onLeftOut = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const content = toMarkdown(root, { base, onLeftOut });
  return { content, leftOut: [...counts].flatMap(([kind, count]) => countOf(count, kind)) };
}

/** The base address of the page's links. A saved page may name its original address. */
function baseOf(page: Page, html: string, url: string | null): string | null {
  const given =
    url ??
    /<!--\s*(?:saved from url=\(\d+\)|Page saved with SingleFile\s+url: )(https?:\S+)/i.exec(
      html.slice(0, 10_000),
    )?.[1] ??
    page.querySelector('link[rel="canonical"]')?.getAttribute('href') ??
    page.querySelector('meta[property="og:url"]')?.getAttribute('content');
  const base = page.querySelector('base[href]')?.getAttribute('href');
  return URL.parse(base ?? given ?? '', given ?? undefined)?.href ?? null;
}

/** An article with less than this share of the declared one is incomplete. */
const MIN_SHARE = 0.75;
const NOT_OF_ARTICLE =
  'nav, aside, footer, form, script, style, noscript, template, button, [hidden], [aria-hidden="true"], [role="navigation"], [role="complementary"]';

/** The single element that the page declares as its article, if the found article lacks much of it. */
function declaredArticle(page: Page, found: string): PageElement | null {
  for (const selector of [
    'article',
    'main, [role="main"]',
    '.markdown-body, .mw-parser-output, [itemprop="articleBody"]',
  ]) {
    const [declared, ...more] = page.querySelectorAll(selector);
    if (!declared || more.length > 0) continue;
    for (const each of declared.querySelectorAll(NOT_OF_ARTICLE)) each.remove();
    return lengthOf(found) < MIN_SHARE * lengthOf(declared.textContent ?? '') ? declared : null;
  }
  return null;
}

const lengthOf = (text: string) => text.replace(/\s+/g, '').length;

function articleOf(page: Page) {
  const found = Array.from(page.querySelectorAll('*')).length > MAX_ELEMENTS ? null : readability(page);
  if (!found?.content) return null;
  return {
    text: found.textContent ?? '',
    body: found.content,
    title: named(found.title),
    author: named(found.byline),
    site: named(found.siteName),
    publishedAt: found.publishedTime ?? null,
  };
}

function readability(page: Page) {
  try {
    // Readability modifies the document, so it gets a copy.
    return new Readability<PageElement>(page.cloneNode(true) as never, {
      keepClasses: true,
      serializer: (body) => body as unknown as PageElement,
    }).parse();
  } catch (error) {
    // An element with some 100,000 texts exceeds the stack when its document is copied.
    if (error instanceof RangeError) return null;
    throw error;
  }
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
    ...writtenOn(
      meta('article:published_time', 'date', 'dc.date', 'datePublished') ??
        page.querySelector('time[datetime]')?.getAttribute('datetime') ??
        null,
    ),
    language: languageOf(page.documentElement?.getAttribute('lang') ?? meta('og:locale', 'language')),
  };
}

function named(value: string | null | undefined): string | null {
  const text = value?.replace(/\s+/g, ' ').trim() ?? '';
  // An address is not an author's name.
  return text === '' || /^https?:/i.test(text) ? null : text;
}

function writtenOn(value: string | null): Pick<ReadDocument, 'createdAt' | 'createdOn'> | null {
  const written = value === null ? null : writtenAt(value);
  if (written) return { createdAt: written.at, createdOn: written.on };
  const time = value === null ? NaN : Date.parse(value);
  return Number.isFinite(time) ? { createdAt: time, createdOn: null } : null;
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

/** Deeper nesting takes the readers minutes and exceeds their stack. No page for people is nested so deeply. */
const MAX_DEPTH = 500;
const MAX_TAGS = 400_000;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|td|tr|th|dt|dd|option)$/i;

/**
 * Reports whether a page is nested too deeply, or has too many elements, to be read as a tree. Takes time linear in its
 * length.
 */
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

/** The words of a page in paragraphs, without its structure. */
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

/** Removes scripts, styles and comments from their beginning to their end. An unclosed one remains. */
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
