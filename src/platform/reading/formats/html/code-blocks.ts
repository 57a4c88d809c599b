import {
  aroundOf,
  classOf,
  isAttached,
  isElement,
  isShownAsBlock,
  type Page,
  type PageElement,
  type PageNode,
  tagOf,
} from './page-tree.ts';

/** Attribute with the language of a code block, whose text is only the code. */
export const CODE_LANGUAGE = 'data-code-language';

/** Classes of line numbers, and of other parts beside the code. */
const GUTTER =
  /(?:^|[\s_-])(?:gutter|line-?nos?|line-?num(?:ber)?s?|line-?numbers?-rows|lnt|ln|ln-num|blob-num|nums|rouge-gutter|hljs-ln-numbers|linenodiv|linenumber)(?=$|[\s_-])/i;
/** Classes with similar names that belong to code with numbers, not to the numbers. */
const WITH_NUMBERS = /(?:^|\s)(?:line-numbers|linenums|lineno-container|has-line-numbers|show-line-numbers)(?=$|\s)/i;
const NOT_READ = 'button, script, style, template, clipboard-copy, [role="tooltip"]';
/** Elements that begin and end a line. */
const LINE = /^(?:div|p|li|tr|ol|ul|table|tbody|section|figure|pre)$/;

/** Converts each code block of a page to one `pre` with its plain text, however its colours and numbers are made. */
export function markCode(page: Page): void {
  for (const table of page.querySelectorAll('table')) if (isAttached(table)) readTable(page, table);
  for (const element of page.querySelectorAll('code, [style*="white-space"]'))
    if (isAttached(element) && standsAsCode(element))
      replaceByCode(element, { page, code: trimmedLines(textOfCode(element)), language: languageOf(element) });
  for (const pre of page.querySelectorAll('pre, xmp, listing, plaintext'))
    if (isAttached(pre) && !pre.hasAttribute(CODE_LANGUAGE)) {
      const language = languageOf(pre.querySelector('code') ?? pre);
      replaceByCode(pre, { page, code: trimmedLines(textOfCode(withoutLabel(pre))), language });
    }
}

/** Code of several lines without a `pre`: as editors copy it, or as pages break it by hand. */
function standsAsCode(element: PageElement): boolean {
  if ([...aroundOf(element, 8)].some((each) => /^(?:pre|td|th|xmp|listing)$/.test(tagOf(each)))) return false;
  if (tagOf(element) === 'code') return element.querySelector('br') !== null;
  return /white-space:\s{0,9}pre(?:-wrap)?\s{0,9}(?:;|$)/i.test(styleOf(element)) && FIXED_WIDTH.test(styleOf(element));
}

const FIXED_WIDTH = /font-family:[^;]{0,200}(?:mono|courier|consolas|menlo)/i;
const MAX_LABEL = 20;

/** The code in a `pre` that contains nothing else except the name of a language. */
function withoutLabel(pre: PageElement): PageElement {
  const [code, ...more] = pre.querySelectorAll('code');
  const beside = (pre.textContent ?? '').trim().length - (code?.textContent ?? '').trim().length;
  return code && more.length === 0 && beside > 0 && beside <= MAX_LABEL ? code : pre;
}

/** Reads a table that only puts numbers beside the lines of code. */
function readTable(page: Page, table: PageElement): void {
  const code = codeOfTable(table);
  if (code === null) return;
  const last = [...table.querySelectorAll('code, pre')].at(-1);
  // Includes a `pre` around the table if it contains nothing else.
  replaceByCode([...aroundOf(table, 2)].find((each) => tagOf(each) === 'pre') ?? table, {
    page,
    code,
    language: languageOf(last ?? table),
  });
}

const OF_CODE = /(?:^|[\s_-])(?:highlight|code|hljs|rouge|lntable|linenos|syntaxhighlighter|crayon|blob|js-file-line)/i;

function codeOfTable(table: PageElement): string | null {
  const rows = [...table.querySelectorAll('tr')].map((row) => [...row.childNodes].filter(isElement));
  const isNamed = OF_CODE.test([...aroundOf(table, 2)].map(classOf).join(' '));
  const isOneRow = rows.length === 1 && (rows[0]?.length ?? 0) > 1 && rows[0]?.at(-1)?.querySelector('pre') !== null;
  if (rows.length === 0 || !(isOneRow || isNamed)) return null;
  const lines: string[] = [];
  for (const cells of rows) {
    const code = cells.at(-1);
    if (!code || cells.length > 3 || !cells.slice(0, -1).every(isBesideCode)) return null;
    lines.push(trimmedLines(textOfCode(code)));
  }
  return lines.join('\n');
}

/** The number of a line, a column of ascending numbers, or nothing. */
function isBesideCode(cell: PageElement): boolean {
  const numbers = (cell.textContent ?? '').split(/\s+/).filter(Boolean);
  const [from = NaN] = numbers.map(Number);
  return GUTTER.test(classOf(cell)) || numbers.every((each, index) => Number(each) === from + index);
}

interface Block {
  readonly page: Page;
  readonly code: string;
  readonly language: string;
}

/** Also replaces elements that contain only the code: their classes would mislead the search for the article. */
function replaceByCode(element: PageElement, { page, code, language }: Block): void {
  if (!/\S/.test(code)) return;
  const block = page.createElement('pre');
  block.setAttribute(CODE_LANGUAGE, language);
  block.textContent = code;
  let replaced = element;
  for (const each of aroundOf(element, 6)) {
    if (!/^(?:div|figure|pre|code|xmp|listing)$/.test(tagOf(each)) || hasMore(each, replaced)) break;
    replaced = each;
  }
  replaced.replaceWith(block);
}

/** Reports whether an element has readable content besides one of its children. */
function hasMore(element: PageElement, child: PageElement): boolean {
  return element !== child && [...element.childNodes].some((each) => each !== child && isRead(each));
}

function isRead(node: PageNode): boolean {
  if (!isElement(node)) return node.nodeType === 3 && /\S/.test(node.nodeValue ?? '');
  if (/^(?:button|script|style|template|clipboard-copy)$/.test(tagOf(node))) return false;
  return /\S/.test(node.textContent ?? '') && !node.querySelector('button, clipboard-copy');
}

/** The text of code with a line break for each `br` and each block element. */
function textOfCode(code: PageElement): string {
  for (const each of code.querySelectorAll(NOT_READ)) each.remove();
  const lines = [...code.querySelectorAll('.line, .code-line, [data-line]')];
  const areLines = lines.length > 1 && !code.querySelector('br') && !(code.textContent ?? '').trim().includes('\n');
  const ownLines = new Set<PageNode>(areLines ? lines : []);
  const parts: string[] = [];
  let isLineOver = true;
  const write = (text: string) => {
    if (text === '') return;
    parts.push(text);
    isLineOver = text.endsWith('\n');
  };
  const endLine = () => {
    if (!isLineOver) write('\n');
  };
  function visit(node: PageNode): void {
    if (node.nodeType === 3) return write((node.nodeValue ?? '').replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' '));
    if (!isElement(node)) return;
    const tag = tagOf(node);
    if (tag === 'br') return write('\n');
    if (isGutter(node)) return;
    const isLine = node !== code && (LINE.test(tag) || isShownAsBlock(node) || ownLines.has(node));
    if (isLine) endLine();
    // Keeps empty lines.
    const before = parts.length;
    for (const child of node.childNodes) visit(child);
    if (isLine && before === parts.length && !/^(?:ol|ul|table|tbody)$/.test(tag)) write('\n');
    else if (isLine) endLine();
  }
  visit(code);
  return parts.join('');
}

function styleOf(element: PageElement): string {
  return element.getAttribute('style') ?? '';
}

function isGutter(element: PageElement): boolean {
  const name = classOf(element);
  const isNamed = GUTTER.test(name) && !WITH_NUMBERS.test(name);
  const isHidden = element.getAttribute('aria-hidden') === 'true' || /user-select:\s*none/.test(styleOf(element));
  if (!isNamed && !isHidden) return element.hasAttribute('data-line-number') && !/\S/.test(element.textContent ?? '');
  return /^[\s\d.:|]*$/.test(element.textContent ?? '');
}

function trimmedLines(code: string): string {
  return code.replace(/^\n/, '').trimEnd();
}

const NAMED =
  /(?:^|\s)(?:lang(?:uage)?[-:]|brush:\s{0,9}|highlight-(?:source-)?|highlight-text-|hl-|src-|hljs-language-)([\w#+.-]{1,30})/i;
const BESIDE = /^(?:hljs|sourceCode|src|code|prettyprint|syntax|highlight|sh_\w+|line-numbers)$/;
const LANGUAGES = new Set(
  (
    'ada asm awk bash basic bat c clojure cmake cobol coffeescript console cpp cs csharp css csv cuda d dart diff docker dockerfile elixir elm erlang ' +
    'fish fortran fsharp go golang graphql groovy haskell hcl html http ini java javascript jinja js json jsx julia kotlin latex less lisp lua make ' +
    'makefile markdown matlab md mermaid mysql nginx nim nix objc objectivec ocaml pascal perl php plsql postgres powershell prolog proto protobuf py ' +
    'pycon python python3 r racket rb regex rst ruby rust sass scala scheme scss sh shell solidity sparql sql stata svelte swift tcl terraform tex toml ts ' +
    'tsx typescript vala vb verilog vhdl vim vue wasm xml yaml yml zig zsh'
  ).split(' '),
);
/** Names that tools write for text without a language, or for text that is not code. */
const NO_LANGUAGE =
  /^(?:default|none|no-?highlight|text|txt|plain(?:text)?|auto|undefined|unknown|notranslate|hljs|code|source|highlighter-rouge|highlight|wrap|numberlines?|numbered|literal-block|block|snippet|line-numbers|linenums|full|fluid|container)$/i;
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ipython3: 'python',
  ipython: 'python',
  python3: 'python',
  pycon3: 'pycon',
  'html-basic': 'html',
  'text-html': 'html',
};

/** The language of code, from the classes and attributes that tools write; empty if unknown. */
function languageOf(code: PageElement): string {
  for (const element of aroundOf(code, 8)) {
    if (/^(?:body|article|main|section|html)$/.test(tagOf(element))) break;
    const names = classOf(element);
    const given =
      element.getAttribute('data-lang') ??
      element.getAttribute('data-language') ??
      (/^(?:pre|code)$/.test(tagOf(element)) ? element.getAttribute('lang') : null) ??
      NAMED.exec(names)?.[1] ??
      besideIn(names);
    const language = given?.toLowerCase().replace(/[^\w#+.-]/g, '') ?? '';
    if (language !== '' && !NO_LANGUAGE.test(language)) return OTHER_NAMES[language] ?? language;
  }
  return '';
}

/** The name of a language next to a tool's class for code: `hljs python`. */
function besideIn(names: string): string | undefined {
  const all = names.split(/\s+/);
  return all.some((name) => BESIDE.test(name)) ? all.find((name) => LANGUAGES.has(name.toLowerCase())) : undefined;
}
