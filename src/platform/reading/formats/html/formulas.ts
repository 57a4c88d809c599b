import { formulasIn } from '#text/domain/formulas.ts';

import { texOfDrawnKatex } from './drawn-katex.ts';
import { texOfTree } from './mathml.ts';
import { classOf, isAttached, isElement, type Page, type PageElement, type PageNode, tagOf } from './page-tree.ts';

/** Attribute of an element that replaces a formula: `inline` or `display`. Its text is the TeX. */
export const FORMULA = 'data-formula';

/**
 * Replaces each formula of a page by one element with its TeX, however the page writes it: MathML, KaTeX, MathJax 2 to
 * 4, the pictures of Wikipedia and of blogs, or TeX in the text. Returns the number of formulas that could not be read.
 */
export function markFormulas(page: Page): number {
  let unread = 0;
  const replace = (element: PageElement, tex: string | null, isDisplay: boolean) => {
    if (!isAttached(element)) return;
    const known = tex === null ? '' : cleanTex(tex);
    if (known === '') unread += 1;
    element.replaceWith(known === '' ? '[formula]' : formulaOf(page, known, isDisplay));
  };
  for (const [selector, read] of DRAWN)
    for (const element of page.querySelectorAll(selector)) {
      if (!isAttached(element)) continue;
      const found = read(element);
      if (found) replace(found.replaced ?? element, found.tex, found.isDisplay);
    }
  const isTypeset = [...page.querySelectorAll('script')].some((script) =>
    /mathjax|katex|texmath/i.test(`${script.getAttribute('src') ?? ''} ${(script.textContent ?? '').slice(0, 2_000)}`),
  );
  markWritten(page, page.body, isTypeset);
  return unread;
}

interface Found {
  readonly tex: string | null;
  readonly isDisplay: boolean;
  /** The element that the formula replaces, if it is not the one that matched. */
  readonly replaced?: PageElement;
}

type Reader = (element: PageElement) => Found | null;

/** The order matters: reading an element removes those inside it. */
const DRAWN: readonly (readonly [string, Reader])[] = [
  // Attributes written by the page itself, before those of this module.
  [`[${FORMULA}], .ql-formula`, ofAttribute([FORMULA, 'data-value'])],
  ['mjx-container', ofMathJax3],
  ['script[type^="math/"]', ofMathJax2],
  [
    '.MathJax_Preview, .MathJax_Display, .MathJax_SVG_Display, .MathJax_SVG, .MathJax_CHTML, .mjx-chtml, .MathJax, .MathJax_MathML',
    ofDrawnMathJax2,
  ],
  ['.mwe-math-element', ofWikipedia],
  ['.katex-display, .katex', ofKatex],
  ['[data-tex], [data-latex]', ofAttribute(['data-tex', 'data-latex'])],
  ['.katex-error', (element) => ({ tex: element.textContent, isDisplay: false })],
  ['.latex-rendered[data-attrs]', ofSubstack],
  ['math', ofMathMl],
  [
    '[data-math-style]',
    (element) => ({ tex: element.textContent, isDisplay: element.getAttribute('data-math-style') === 'display' }),
  ],
  [
    'd-math, tex-math',
    (element) => ({ tex: withoutSigns(element.textContent ?? ''), isDisplay: element.hasAttribute('block') }),
  ],
  ['img', ofPicture],
];

function formulaOf(page: Page, tex: string, isDisplay: boolean): PageElement {
  const formula = page.createElement('span');
  formula.setAttribute(FORMULA, isDisplay ? 'display' : 'inline');
  formula.textContent = tex;
  return formula;
}

/** One line, without comments and commands that only set the size. A dollar sign in it would end it. */
function cleanTex(tex: string): string {
  const lines = tex.split('\n').map((line) => /^(?:[^%\\]|\\.?)*/.exec(line)?.[0] ?? '');
  const signs = unwrapped(lines.join(' ').replace(/\s+/g, ' ').trim()).split(/(?<!\\)\$/);
  return signs.reduce((text, part, index) => `${text}${index % 2 === 1 ? '\\(' : '\\)'}${part}`).trim();
}

/** Removes `{\displaystyle …}` around the whole, which Wikipedia writes. */
function unwrapped(tex: string): string {
  const inner = /^\{\\(?:displaystyle|textstyle)(?![a-z])(.*)\}$/is.exec(tex)?.[1] ?? tex;
  return inner.replace(/^\s*\\(?:displaystyle|textstyle)(?![a-zA-Z])\s*/, '').trim();
}

/** TeX without its delimiters. */
function withoutSigns(tex: string): string {
  const text = tex.trim();
  const [, inner] = /^(?:\$\$([^]+)\$\$|\$([^]+)\$|\\\(([^]+)\\\)|\\\[([^]+)\\\])$/.exec(text)?.filter(Boolean) ?? [];
  return inner ?? text;
}

function annotationOf(element: PageElement): string | null {
  const annotation = [...element.querySelectorAll('annotation')].find((each) =>
    /tex/i.test(each.getAttribute('encoding') ?? ''),
  );
  return annotation?.textContent?.trim() || null;
}

/** MathJax 2 stores the formula in a script after the rendered elements. */
function ofMathJax2(script: PageElement): Found | null {
  const type = script.getAttribute('type') ?? '';
  const isDisplay = /mode\s*=\s*display/i.test(type);
  for (let before = script.previousSibling; before;) {
    const earlier = before.previousSibling;
    if (isElement(before) && /MathJax|mjx-/i.test(`${classOf(before)} ${before.getAttribute('id') ?? ''}`))
      before.remove();
    else if (isElement(before) || /\S/.test(before.textContent ?? '')) break;
    before = earlier;
  }
  const text = (script.textContent ?? '').replace(/^\s*(?:%\s*)?<!\[CDATA\[|(?:%\s*)?\]\]>\s*$/g, '');
  if (/^math\/tex/i.test(type)) return { tex: text, isDisplay };
  // The parser treats MathML in a script as plain text.
  return { tex: null, isDisplay };
}

/** The rendered elements of MathJax 2, in a page that was saved without its scripts. */
function ofDrawnMathJax2(element: PageElement): Found | null {
  if (/MathJax_Preview/.test(classOf(element))) {
    element.remove();
    return null;
  }
  const isDisplay =
    /Display/.test(classOf(element)) || element.querySelector('[class*="Display"], [display="block"]') !== null;
  const mathml = element.querySelector('math');
  if (mathml) return { tex: annotationOf(mathml) ?? texOfTree(mathml), isDisplay };
  return { tex: null, isDisplay };
}

function ofMathJax3(element: PageElement): Found {
  const isDisplay = element.getAttribute('display') === 'true' || element.getAttribute('display') === 'block';
  const latex = element.querySelector('[data-latex]')?.getAttribute('data-latex');
  const mathml = element.querySelector('math');
  const tex = latex || (mathml && (annotationOf(mathml) ?? texOfTree(mathml)));
  return { tex: tex || texOfTree(element), isDisplay };
}

function ofWikipedia(element: PageElement): Found {
  const isDisplay =
    element.querySelector('[class*="-display"], [display="block"]') !== null || /-block/.test(classOf(element));
  const picture = element.querySelector('img')?.getAttribute('alt');
  const math = element.querySelector('math');
  const tex = annotationOf(element) ?? picture ?? math?.getAttribute('alttext');
  return { tex: tex || (math && texOfTree(math)), isDisplay };
}

function ofKatex(element: PageElement): Found | null {
  const { parentNode } = element;
  // Already replaced together with the display around it.
  if (parentNode && /katex-display/.test(classOf(parentNode)) && !isAttached(parentNode)) return null;
  const isDisplay = /katex-display/.test(classOf(element)) || element.querySelector('math[display="block"]') !== null;
  const math = element.querySelector('math');
  const given = annotationOf(element) ?? element.getAttribute('data-tex') ?? element.getAttribute('data-latex');
  return { tex: given ?? (math ? texOfTree(math) : texOfDrawnKatex(element)), isDisplay };
}

/** The first of these attributes that is present. A blank one does not belong to a formula. */
function ofAttribute(names: readonly string[]): Reader {
  return (element) => {
    const given = names.map((name) => element.getAttribute(name)?.trim()).find(Boolean);
    if (given === undefined) return null;
    return { tex: withoutSigns(given), isDisplay: /^(?:\$\$|\\\[)/.test(given) };
  };
}

/** Substack writes the formula only into an attribute. */
function ofSubstack(element: PageElement): Found {
  const given = /"persistentExpression":"((?:[^"\\]|\\.)*)"/.exec(element.getAttribute('data-attrs') ?? '')?.[1];
  return { tex: given === undefined ? null : (JSON.parse(`"${given}"`) as string), isDisplay: true };
}

function ofMathMl(math: PageElement): Found {
  const isDisplay = math.getAttribute('display') === 'block' || math.getAttribute('mode') === 'display';
  return { tex: annotationOf(math) ?? (math.getAttribute('alttext') || texOfTree(math)), isDisplay };
}

const OF_FORMULA = /(?:^|[\s_-])(?:latex|tex|math|equation|formula|mwe-math-fallback-image|ee_img)(?=$|[\s_-])/i;
const FROM_FORMULA =
  /(?:latex\.codecogs\.com|s0\.wp\.com\/latex|\/latex\.php|zhihu\.com\/equation|chart\?cht=tx|\/math\/render\/|mathurl\.com)/i;

/** A picture of a formula contains its TeX in the description or in the address. */
function ofPicture(picture: PageElement): Found | null {
  const address = picture.getAttribute('src') ?? '';
  const isFormula = OF_FORMULA.test(classOf(picture)) || FROM_FORMULA.test(address) || picture.hasAttribute('eeimg');
  if (!isFormula) return null;
  const alt = picture.getAttribute('alt')?.trim() ?? '';
  const isDisplay = /-display|block/i.test(classOf(picture));
  return { tex: withoutSigns(alt === '' ? texInAddress(address) : alt), isDisplay };
}

function texInAddress(address: string): string {
  const [, query = ''] = /\?(?:tex=|latex=|cht=tx&(?:amp;)?chl=)?([^&]+)/.exec(address) ?? [];
  try {
    return decodeURIComponent(/codecogs/i.test(address) ? query : query.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

const LITERAL = /^(?:code|pre|script|style|textarea|noscript|template|svg)$/;
const WRITTEN = /\\[([]|\$/;

/**
 * Formulas that the page contains as text, for a script to typeset. A single dollar sign is a delimiter only if the
 * page typesets, or in an element for mathematics.
 */
function markWritten(page: Page, root: PageNode, isTypeset: boolean): void {
  const texts: PageNode[] = [];
  collect(root, texts);
  for (const text of texts) {
    const value = text.nodeValue ?? '';
    const around = text.parentNode;
    const isMath = isTypeset || (around !== null && /math|tex/i.test(`${classOf(around)} ${tagOf(around)}`));
    const formulas = formulasIn(value).filter(
      ({ start }) => isMath || value[start] === '\\' || value.startsWith('$$', start),
    );
    if (formulas.length === 0) continue;
    const pieces: (PageNode | string)[] = [];
    let from = 0;
    for (const { start, end, tex, isDisplay } of formulas) {
      pieces.push(value.slice(from, start), formulaOf(page, cleanTex(tex), isDisplay));
      from = end;
    }
    (text as unknown as PageElement).replaceWith(...pieces, value.slice(from));
  }
}

function collect(node: PageNode, texts: PageNode[]): void {
  if (node.nodeType === 3 && WRITTEN.test(node.nodeValue ?? '')) texts.push(node);
  if (!isElement(node) || LITERAL.test(tagOf(node)) || node.hasAttribute(FORMULA)) return;
  for (const child of node.childNodes) collect(child, texts);
}
