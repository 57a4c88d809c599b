import { closesFence, codeRangesOf, openedFence, replaceCode } from '#text/domain/code-ranges.ts';

import { element } from './element.ts';
import { beginsTable, PlanTable } from './plan-table.ts';

const HEADING = /^ {0,3}(?<signs>#{1,6}) (?<words>.*)$/u;
const ITEM = /^(?<indent>[ \t]*)(?:[-*+]|(?<number>\d{1,9})[.)]) (?<words>.*)$/u;
const EMPHASIS = /\*\*(?<strong>[^*]+)\*\*|\*(?<weak>[^*]+)\*/gu;
/** Next to such a character, an asterisk belongs to a file pattern or a formula, and stays visible. */
const JOINED = /[\p{L}\p{N}/\\._*]/u;
const [BEGINS, ENDS] = [/^[\p{L}\p{N}`("“]/u, /[\p{L}\p{N}`)"”.:!?]$/u];

interface OpenList {
  readonly indent: number;
  readonly list: HTMLElement;
}

/**
 * Renders a plan's headings, lists, tables, code and emphasis. Everything else, such as links and HTML, stays as
 * written: nothing that a person agrees to may be hidden.
 */
export function planText(markdown: string): HTMLElement {
  const plan = element('div', { className: 'plan', dir: 'auto' });
  /** Open lists, beginning with the outermost. */
  let lists: OpenList[] = [];
  let text: { readonly place: HTMLElement; words: string } | null = null;
  let code: { readonly signs: string; readonly indent: string; readonly place: HTMLElement } | null = null;
  let table: PlanTable | null = null;
  let delimitersAt = -1;
  const end = () => {
    table = null;
    text?.place.append(...emphasized(text.words));
    text = null;
  };
  const add = (made: HTMLElement) => (lists.at(-1)?.list.lastElementChild ?? plan).append(made);

  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) {
    if (index === delimitersAt) continue;
    if (code) {
      if (closesFence(line, code.signs)) code = null;
      else code.place.append(`${line.startsWith(code.indent) ? line.slice(code.indent.length) : line}\n`);
      continue;
    }
    const item = ITEM.exec(line)?.groups;
    const words = item?.['words'] ?? line;
    const signs = openedFence(words);
    const heading = item ? undefined : HEADING.exec(line)?.groups;
    if (item || signs !== null || heading || words.trim() === '') end();
    const next = lines[index + 1];
    const isHead = !table && !item && !heading && signs === null && beginsTable(line, next);
    if (isHead) end();
    // A line without indent ends the lists, unless it continues the text of an item.
    if (!item && !text && !table && /^\S/u.test(line)) lists = [];
    if (item) {
      const { indent = '', number } = item;
      lists = listsFor(lists, { indent: indent.length, isOrdered: number !== undefined, add });
      const made = element('li', number === undefined ? {} : { value: Number(number) });
      lists.at(-1)?.list.append(made);
      if (signs === null) text = { place: made, words };
    }
    if (signs !== null) {
      const place = element('pre', { dir: 'ltr' });
      const language = words.slice(words.indexOf(signs) + signs.length).trim();
      if (language !== '') place.append(element('small', {}, language));
      add(place);
      code = { signs, indent: /^[ \t]*/u.exec(line)?.[0] ?? '', place };
    } else if (heading) {
      const made = element(heading['signs'] === '#' ? 'h2' : 'h3');
      made.append(...emphasized(heading['words'] ?? ''));
      add(made);
    } else if (isHead) {
      table = new PlanTable(line, next, emphasized);
      add(table.element);
      delimitersAt = index + 1;
    } else if (table && !item) table.add(line);
    else if (text && !item) text.words += `\n${line.trim()}`;
    else if (!item && line.trim() !== '') {
      text = { place: element('p'), words: line };
      add(text.place);
    }
  }
  end();
  return plan;
}

interface NextItem {
  readonly indent: number;
  readonly isOrdered: boolean;
  /** Appends an element to the open item, or to the plan. */
  readonly add: (made: HTMLElement) => void;
}

/** The open lists for an item: adds a list if the item is indented further, or of another kind. */
function listsFor(open: OpenList[], { indent, isOrdered, add }: NextItem): OpenList[] {
  while ((open.at(-1)?.indent ?? -1) > indent) open.pop();
  const top = open.at(-1);
  const tag = isOrdered ? 'ol' : 'ul';
  if (top?.indent === indent && top.list.localName === tag) return open;
  if (top?.indent === indent) open.pop();
  const list = element(tag);
  add(list);
  open.push({ indent, list });
  return open;
}

function emphasized(text: string): readonly Node[] {
  const nodes: Node[] = [];
  let from = 0;
  // Asterisks in code are literal.
  for (const { index, 0: whole, groups } of replaceCode(text, (code) => code.replaceAll('*', '_')).matchAll(EMPHASIS)) {
    const words = groups?.['strong'] ?? groups?.['weak'] ?? '';
    const to = index + whole.length;
    if (JOINED.test(text[index - 1] ?? '') || JOINED.test((text[to] ?? '').replace('.', ''))) continue;
    if (!BEGINS.test(words) || !ENDS.test(words)) continue;
    const signs = (whole.length - words.length) / 2;
    const inside = coded(text.slice(index + signs, to - signs));
    const made = element(signs === 2 ? 'strong' : 'em');
    made.append(...inside);
    nodes.push(...coded(text.slice(from, index)), made);
    from = to;
  }
  return [...nodes, ...coded(text.slice(from))];
}

function coded(text: string): readonly Node[] {
  const nodes: Node[] = [];
  let from = 0;
  for (const { start, end, isFenced } of codeRangesOf(text)) {
    if (isFenced) continue;
    const code = text.slice(start, end);
    const ticks = code.search(/[^`]/u);
    nodes.push(document.createTextNode(text.slice(from, start)), element('code', {}, code.slice(ticks, -ticks)));
    from = end;
  }
  return [...nodes, document.createTextNode(text.slice(from))];
}
