import Turndown from 'turndown';

import { trimEnds } from '#text/domain/trim-ends.ts';

import { CODE_LANGUAGE } from './code-blocks.ts';
import { FORMULA } from './formulas.ts';
import { aroundOf, classOf, type PageElement, tagOf } from './page-tree.ts';
import { oneLine, tableOf } from './tables.ts';

/** Options and callbacks for rendering a page. */
export interface Rendering {
  /** The base address of links; null if unknown. */
  readonly base: string | null;
  /** Called for each omitted element with its kind, such as `picture`. */
  readonly onLeftOut: (kind: string) => void;
}

const UNREAD = [
  'script',
  'style',
  'noscript',
  'button',
  'form',
  'nav',
  'template',
  'input',
  'select',
  'textarea',
  'datalist',
  'rp',
];
/** Elements that begin and end a line, in addition to the library's. */
const BLOCKS = ['details', 'dialog', 'search', 'legend', 'dd'];

/** Converts HTML elements to Markdown, without pictures and scripts, and without dead links. */
export function toMarkdown(root: PageElement, { base, onLeftOut }: Rendering): string {
  const turndown = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  const cells = new Map<PageElement, string>();
  const items = new Map<PageElement | null, number>();
  const add = (name: string, filter: Turndown.Filter, write: (content: string, element: PageElement) => string) =>
    turndown.addRule(name, { filter, replacement: (content, node) => write(content, node as unknown as PageElement) });
  const has = (name: string) => (node: unknown) => (node as PageElement).hasAttribute(name);

  turndown.remove(UNREAD as never);
  turndown.escape = escapedBy(turndown.escape.bind(turndown));
  add('blocks', BLOCKS as never, (content) => `\n\n${content.trim()}\n\n`);
  add('cells', ['td', 'th', 'caption'] as never, (content, cell) => {
    cells.set(cell, content);
    return '';
  });
  add('items', 'li', (content, item) => {
    const list = item.parentNode;
    const isReversed = list?.hasAttribute('reversed') ?? false;
    const first = isReversed ? Array.from(list?.childNodes ?? []).filter((each) => tagOf(each) === 'li').length : 1;
    const number = numberOf(item, 'value') ?? items.get(list) ?? numberOf(list, 'start') ?? first;
    items.set(list, number + (isReversed ? -1 : 1));
    const sign = tagOf(list) === 'ol' ? `${number}.  ` : '-   ';
    const inner = trimEnds(content, /\n/u).replaceAll('\n', `\n${' '.repeat(sign.length)}`);
    return `${sign}${inner}${content.endsWith('\n') ? '\n' : ''}${item.nextSibling ? '\n' : ''}`;
  });
  add('tables', 'table', (_, table) => `\n\n${tableOf(table, (cell) => cells.get(cell) ?? '')}\n\n`);
  add('terms', ['dt', 'summary'] as never, (content) => (content.trim() === '' ? '' : `\n\n${strong(content)}\n\n`));
  add('struck', ['s', 'del', 'strike'] as never, (content) => around('~~', content));
  add('quotes', 'q', (content) => (content.trim() === '' ? '' : `“${content.trim()}”`));
  add('readings', 'rt' as never, (content) => `(${content.trim()})`);
  add('code', has(CODE_LANGUAGE) as never, (_, block) =>
    fenced(block.textContent ?? '', block.getAttribute(CODE_LANGUAGE) ?? ''),
  );
  add('formulas', has(FORMULA) as never, (_, formula) => formulaOf(formula));
  add('links', 'a', (content, link) => linkOf(content, link, base));
  add(
    'pictures',
    ['img', 'svg', 'picture', 'canvas', 'object', 'embed', 'video', 'audio', 'iframe'] as never,
    (_, picture) => {
      if (tagOf(picture) === 'img' && isEmoji(picture)) return picture.getAttribute('alt') ?? '';
      const kind = kindOfLeftOut(picture);
      if (kind !== null) onLeftOut(kind);
      return kind === 'picture' ? toldOf(picture) : '';
    },
  );
  return turndown
    .turndown(root as never)
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll(EMPTY_LINE, '')
    .trim();
}

/** Escapes more than the library: characters that would be read as an HTML element or entity, or as strikethrough. */
function escapedBy(escape: (text: string) => string): (text: string) => string {
  return (text) =>
    escape(text)
      .replace(/<(?=[a-z/!?])/gi, '\\<')
      .replace(/&(?=#?\w{1,32};)/g, '\\&')
      .replace(/~(?=~)/g, '\\~');
}

function strong(content: string): string {
  const text = content.replace(/\s+/g, ' ').trim();
  return /^(?:\*\*|#|`)|[*]{2}/.test(text) ? text : `**${text}**`;
}

function around(sign: string, content: string): string {
  const text = content.trim();
  if (text === '' || /\n\s*\n/.test(text)) return content;
  return content.replace(text, () => `${sign}${text}${sign}`);
}

/** Placeholder for each empty line of code, which the library would drop. */
const EMPTY_LINE = '\u0002';

function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/^ *(`{3,})/gm), ([, signs = '']) => signs.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${code.replace(/\n(?=\n)/g, `\n${EMPTY_LINE}`)}\n${fence}\n\n`;
}

function formulaOf(formula: PageElement): string {
  const isInCell = ancestors(formula).some((tag) => /^t[hd]$/.test(tag));
  const tex = formula.textContent ?? '';
  if (!isInCell) return formula.getAttribute(FORMULA) === 'display' ? `\n\n$$${tex}$$\n\n` : `$${tex}$`;
  const inCell = tex.replaceAll('\\|', '\\Vert ').replaceAll('|', '\\vert ').trim();
  return formula.getAttribute(FORMULA) === 'display' ? `$$${inCell}$$` : `$${inCell}$`;
}

function ancestors(element: PageElement): string[] {
  const tags = [];
  for (let at = element.parentNode; at; at = at.parentNode) tags.push(tagOf(at));
  return tags;
}

const isEmoji = (picture: PageElement) =>
  /(?:^|[\s_-])(?:emoji|smiley|twemoji|wp-smiley)/i.test(classOf(picture)) ||
  /^\p{Extended_Pictographic}\u{fe0f}?$/u.test(picture.getAttribute('alt') ?? '');

const NAMES: Readonly<Record<string, string>> = {
  video: 'video',
  audio: 'recording',
  iframe: 'embedded page',
  object: 'embedded page',
  embed: 'embedded page',
};
const MIN_SIDE = 32;

/** The kind of an omitted element; null for decoration and tracking pixels. */
function kindOfLeftOut(element: PageElement): string | null {
  const tag = tagOf(element);
  if (NAMES[tag]) return NAMES[tag];
  const isInside = ancestors(element).some((each) => /^(?:picture|svg|object|video)$/.test(each));
  if (isInside || /^(?:presentation|none)$/.test(element.getAttribute('role') ?? '')) return null;
  if (element.getAttribute('aria-hidden') === 'true' || element.getAttribute('alt') === '') return null;
  const side = (name: string) => Number.parseInt(element.getAttribute(name) ?? '', 10);
  if (side('width') < MIN_SIDE || side('height') < MIN_SIDE) return null;
  if (tag === 'svg' && !(side('width') >= 100) && !element.querySelector('text')) return null;
  return 'picture';
}

/** The text alternative of a picture, unless it is a file name or repeats text beside the picture. */
function toldOf(picture: PageElement): string {
  const told = (picture.getAttribute('alt') ?? picture.getAttribute('aria-label') ?? '').replace(/\s+/g, ' ').trim();
  const inside = ancestors(picture);
  if (told.split(' ').length < MIN_TOLD || /\.(?:png|jpe?g|gif|webp|svg)$/i.test(told) || inside.includes('a'))
    return '';
  for (const around of aroundOf(picture, 2))
    if (around !== picture && (around.textContent ?? '').replace(/\s+/g, ' ').includes(told)) return '';
  const note = `[Picture: ${told.replace(/[[\]\\*_`<|]/g, '\\$&')}]`;
  return inside.some((tag) => /^(?:p|t[hd]|li|h[1-6])$/.test(tag)) ? ` ${note} ` : `\n\n${note}\n\n`;
}

/** Fewer words are only a name. */
const MIN_TOLD = 3;

function numberOf(element: PageElement | null, attribute: string): number | null {
  const number = Number.parseInt(element?.getAttribute(attribute) ?? '', 10);
  return Number.isNaN(number) ? null : number;
}

function linkOf(content: string, link: PageElement, base: string | null): string {
  const to = addressOf(link.getAttribute('href'), base);
  const picture = link.querySelector('img[alt]')?.getAttribute('alt') ?? '';
  const words = oneWord(content) || oneWord(picture);
  if (to === null || words === '') return content;
  const inside = content.trim();
  const [, signs] = /^(#{1,6}) /.exec(inside) ?? [];
  if (signs && !inside.includes('\n')) return `\n\n${signs} [${inside.slice(signs.length).trim()}](${to})\n\n`;
  if (/\n\s*\n/.test(inside) || /^ {0,8}(?:\||```)/m.test(content)) return content;
  return `${/^\s/.test(content) ? ' ' : ''}[${words}](${to})${/\s$/.test(content) ? ' ' : ''}`;
}

function oneWord(text: string): string {
  return oneLine(text).replaceAll('\\|', '|').trim();
}

/** A relative link to a document, which may be imported as well. */
const BESIDE = /^(?![a-z][a-z\d+.-]*:|\/|#)[^?#]+\.(?:html?|md|markdown|pdf|docx|txt)(?:#.*)?$/i;

/** The address of a link in Markdown's notation; null if it leads nowhere from here. */
function addressOf(href: string | null, base: string | null): string | null {
  const given = href?.trim() ?? '';
  if (given === '' || given.startsWith('#')) return null;
  if (base === null && BESIDE.test(given)) return written(given);
  const url = URL.parse(given, base ?? (given.startsWith('//') ? 'https://localhost' : undefined));
  return url && /^(?:https?|mailto):$/.test(url.protocol) ? written(url.href) : null;
}

/** Paired parentheses remain: Markdown ends an address at the unpaired closing one. */
function written(address: string): string {
  const escaped = address.replace(/[\s<>]/g, (sign) => encodeURIComponent(sign));
  let depth = 0;
  for (const sign of escaped) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0 || depth > 1) break;
  }
  return depth === 0 ? escaped : escaped.replaceAll('(', '%28').replaceAll(')', '%29');
}
