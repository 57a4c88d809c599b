/** A side of a card as its template describes it. */
export type TemplateNode =
  | { readonly text: string }
  | { readonly field: string; readonly filters: readonly string[] }
  | { readonly field: string; readonly isNegated: boolean; readonly children: readonly TemplateNode[] };

const MAX_DEPTH = 50;
const MAX_NODES = 5_000;
/** A longer rendered side is truncated: its text would exceed the limit of a point anyway. */
export const MAX_SIDE_CHARACTERS = 100_000;

/** Parses a template. Unclosed sections end with the template; unmatched closing tags are ignored. */
export function parseTemplate(template: string): readonly TemplateNode[] {
  const whole = template
    .slice(0, MAX_SIDE_CHARACTERS)
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('-->') < 0 ? 0 : part.indexOf('-->') + 3)))
    .join('');
  const root: TemplateNode[] = [];
  const open: { readonly field: string; readonly children: TemplateNode[] }[] = [];
  let from = 0;
  for (let count = 0; count < MAX_NODES; count += 1) {
    const start = whole.indexOf('{{', from);
    const end = start < 0 ? -1 : whole.indexOf('}}', start);
    const into = open.at(-1)?.children ?? root;
    const text = whole.slice(from, end < 0 ? undefined : start);
    if (text !== '') into.push({ text });
    if (end < 0) break;
    from = end + 2;
    const tag = whole
      .slice(start + 2, end)
      .replace(/^\{/u, '')
      .trim();
    const sign = tag.charAt(0);
    const field = tag.slice(1).trim();
    if (sign === '#' || sign === '^') {
      if (open.length === MAX_DEPTH) continue;
      const children: TemplateNode[] = [];
      into.push({ field, isNegated: sign === '^', children });
      open.push({ field, children });
    } else if (sign === '/') {
      if (open.at(-1)?.field === field) open.pop();
    } else {
      const [name = '', ...filters] = tag.split(':').toReversed();
      into.push({ field: name.trim(), filters: filters.map((filter) => filter.trim()) });
    }
  }
  return root;
}

export interface Rendered {
  readonly fields: ReadonlyMap<string, string>;
  /** Number of the deletion that the card asks for; null for a note without deletions. */
  readonly deletion: number | null;
  readonly isQuestion: boolean;
}

const FURIGANA = / ?([^ >[\]]{1,100})\[([^\][]{1,100})\]/gu;
const IS_MEDIA = /<(?:img|audio|video|object|svg)\b/iu;

/** Renders a side to HTML. `{{FrontSide}}` renders to nothing, because an answer must not repeat its question. */
export function renderTemplate(nodes: readonly TemplateNode[], of: Rendered): string {
  let html = '';
  for (const node of nodes) {
    if (html.length > MAX_SIDE_CHARACTERS) return html.slice(0, MAX_SIDE_CHARACTERS);
    if ('text' in node) html += node.text;
    else if ('filters' in node) html += filtered(of.fields.get(node.field) ?? '', node.filters, of);
    else if (isFilled(node.field, of) !== node.isNegated) html += renderTemplate(node.children, of);
  }
  return html;
}

function isFilled(field: string, { fields, deletion }: Rendered): boolean {
  // Cloze templates can test for the number of the card: `{{#c2}}`.
  const number = /^c(\d{1,3})$/u.exec(field)?.[1];
  if (number !== undefined && !fields.has(field)) return deletion === Number(number);
  return hasContent(fields.get(field) ?? '');
}

/** Markup without text or media is no content. */
function hasContent(value: string): boolean {
  const html = value.slice(0, MAX_SIDE_CHARACTERS);
  return IS_MEDIA.test(html) || html.replace(/<[^<>]*>|&nbsp;/gu, '').trim() !== '';
}

/** Applies filters from the one next to the field outwards. */
function filtered(value: string, filters: readonly string[], of: Rendered): string {
  let html = value;
  if (filters.at(-1) === 'type') return of.isQuestion || filters.includes('cloze') ? '' : html;
  for (const filter of filters) {
    if (filter === 'cloze' || filter === 'cloze-only')
      html = of.deletion === null ? html : (revealDeletions(html, { ...of, number: of.deletion }) ?? '');
    else if (filter === 'hint') html = hasContent(html) ? ` (${html.trim()}) ` : '';
    else if (filter === 'furigana') html = html.replace(FURIGANA, '$1($2)');
    else if (filter === 'kana') html = html.replace(FURIGANA, '$2');
    else if (filter === 'kanji') html = html.replace(FURIGANA, '$1');
    else if (filter.startsWith('tts ')) html = '';
  }
  return html;
}

const MARK = /\{\{c(\d[\d,]{0,20})::|\}\}/gu;
/** Anki ignores deeper deletions. */
const MAX_DELETION_DEPTH = 10;
const GAP = '____';

interface Deletion {
  readonly isAsked: boolean;
  said: string;
  hint: string;
}

/**
 * Renders a field with deletions, which can be nested. On the question side, deletion `number` becomes a gap with its
 * hint; all others are shown. Null if the text has no deletion with that number.
 */
export function revealDeletions(text: string, { number, isQuestion }: { number: number; isQuestion: boolean }) {
  const open: Deletion[] = [];
  let shown = '';
  let isFound = false;
  let from = 0;
  function add(words: string): void {
    const inner = open.at(-1);
    if (inner) inner.said += words;
    else shown += words;
  }
  function addText(words: string): void {
    const inner = open.at(-1);
    const hint = inner ? words.indexOf('::') : -1;
    add(hint < 0 ? words : words.slice(0, hint));
    if (inner && hint >= 0) inner.hint = words.slice(hint + 2).trim();
  }
  for (const { 0: mark, 1: numbers, index } of text.matchAll(MARK)) {
    addText(text.slice(from, index));
    from = index + mark.length;
    if (numbers !== undefined) {
      if (open.length === MAX_DELETION_DEPTH) continue;
      const isAsked = numbers.split(',').some((each) => Number(each) === number);
      isFound ||= isAsked;
      open.push({ isAsked, said: '', hint: '' });
      continue;
    }
    const closed = open.pop();
    if (!closed) add('}}');
    else if (closed.isAsked && isQuestion) add(closed.hint === '' ? GAP : `${GAP} (${closed.hint})`);
    else add(closed.said);
  }
  addText(text.slice(from));
  // Shows deletions that are never closed.
  while (open.length > 0) add(open.pop()?.said ?? '');
  return isFound ? shown : null;
}
