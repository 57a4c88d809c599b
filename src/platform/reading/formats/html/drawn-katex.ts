import { TEX_FUNCTIONS } from '../tex-functions.ts';
import { texOfSigns } from './mathml.ts';
import { classOf, isElement, type PageElement, type PageNode } from './page-tree.ts';

/** Elements without content. */
const EMPTY = /(?:^|\s)(?:(?:katex-)?strut|pstrut|nulldelimiter|vlist-s)(?=\s|$)/;
/** Stacked elements. Except for the cases handled below, they can be read in several ways. */
const STACKED = /(?:^|\s)(?:vlist-t|accent|mtable|overline|underline|munder|mover|x-arrow|rlap|llap|clap|fbox)(?=\s|$)/;
const FONTS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\s)(?:mathbf|textbf)(?=\s|$)/, 'mathbf'],
  [/(?:^|\s)(?:mathbb|textbb|amsrm mathbb)(?=\s|$)/, 'mathbb'],
  [/(?:^|\s)(?:mathcal|mathscr)(?=\s|$)/, 'mathcal'],
  [/(?:^|\s)mathfrak(?=\s|$)/, 'mathfrak'],
  [/(?:^|\s)mathrm(?=\s|$)/, 'mathrm'],
];

/** The TeX of a KaTeX formula that was saved only as rendered; null if it is ambiguous. */
export function texOfDrawnKatex(element: PageElement): string | null {
  const drawn = element.querySelector('.katex-html');
  const tex = drawn && drawn.querySelector('span') && texOf(drawn);
  return tex?.replace(/\s+/g, ' ').trim() || null;
}

function texOf(node: PageNode): string | null {
  if (!isElement(node)) return texOfSigns((node.nodeValue ?? '').replace(/\u200b/g, ''));
  const classes = classOf(node);
  const has = (name: string) => classes.split(/\s+/).includes(name);
  if (EMPTY.test(classes)) return '';
  if (has('mspace')) return ' ';
  if (has('text')) return `\\text{${(node.textContent ?? '').replace(/[{}\\$#%&_]/g, '\\$&')}}`;
  if (has('msupsub')) return scriptsOf(node);
  if (has('mfrac')) return fractionOf(node);
  if (has('sqrt')) return rootOf(node);
  if (has('op-limits')) return limitsOf(node);
  if (STACKED.test(classes) || node.nodeName.toLowerCase() === 'svg') return null;
  if (has('mop') && /^[a-z]{2,12}$/i.test(node.textContent ?? '')) return functionOf(node.textContent ?? '');
  const inside = partsOf(node);
  if (inside === null) return null;
  const font = isLeaf(node) ? FONTS.find(([pattern]) => pattern.test(classes)) : undefined;
  return font ? `\\${font[1]}{${inside}}` : inside;
}

function partsOf(node: PageElement): string | null {
  let tex = '';
  for (const child of node.childNodes) {
    const part = texOf(child);
    if (part === null) return null;
    tex += part;
  }
  return tex;
}

const isLeaf = (node: PageElement) => ![...node.childNodes].some((child) => isElement(child));

function functionOf(name: string): string {
  return TEX_FUNCTIONS.has(name) ? `\\${name} ` : `\\operatorname{${name}}`;
}

/** The stacked rows of an element, from bottom to top. */
function rowsOf(node: PageElement): readonly PageElement[] {
  const list = node.querySelector('.vlist');
  return [...(list?.childNodes ?? [])].filter((child): child is PageElement => isElement(child));
}

function scriptsOf(node: PageElement): string | null {
  const rows = rowsOf(node).map((row) => partsOf(row));
  const [first, second, ...more] = rows;
  if (first === undefined || first === null || second === null || more.length > 0) return null;
  if (second !== undefined) return `_{${first}}${raised(second)}`;
  // A subscript has depth, which needs a second row.
  return node.querySelector('.vlist-t2') ? `_{${first}}` : raised(first);
}

/** A prime is already a superscript. */
const raised = (tex: string) => (/^'+$/.test(tex.trim()) ? tex.trim() : `^{${tex}}`);

function fractionOf(node: PageElement): string | null {
  const [below, line, above, ...more] = rowsOf(node);
  if (!below || !line || !above || more.length > 0 || !line.querySelector('.frac-line')) return null;
  const [denominator, numerator] = [partsOf(below), partsOf(above)];
  return denominator === null || numerator === null ? null : `\\frac{${numerator}}{${denominator}}`;
}

function rootOf(node: PageElement): string | null {
  if (node.querySelector('.root')) return null;
  const inside = rowsOf(node).find((row) => /svg-align/.test(classOf(row)));
  const tex = inside ? partsOf(inside) : null;
  return tex === null ? null : `\\sqrt{${tex}}`;
}

/** A sum with its lower and upper limits. */
function limitsOf(node: PageElement): string | null {
  const rows = rowsOf(node);
  const sign = rows.findIndex((row) => row.querySelector('.mop'));
  const [operator, below, above] = [rows[sign], rows[sign - 1], rows[sign + 1]].map((row) => (row ? partsOf(row) : ''));
  if (sign < 0 || rows.length > 3 || operator === null || below === null || above === null) return null;
  return `${operator}${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`;
}
