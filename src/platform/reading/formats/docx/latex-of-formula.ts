import { parseHTML } from 'linkedom';

import { TEX_FUNCTIONS } from '../tex-functions.ts';

interface FormulaElement {
  readonly nodeName: string;
  readonly children: Iterable<FormulaElement>;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
}

const MAX_DEPTH = 60;

/** A Word formula (`<m:oMath>…`) as LaTeX, without delimiters. Throws if it cannot be read. */
export function latexOfFormula(xml: string): string {
  const { DOMParser } = parseHTML('');
  const { documentElement: formula } = new DOMParser().parseFromString(xml, 'text/xml') as unknown as {
    documentElement: FormulaElement;
  };
  return latexOf(formula, 0).replaceAll(/\s+/gu, ' ').trim();
}

type Write = (part: (name: string) => string, property: (name: string) => string | null, given: Given) => string;

interface Given {
  readonly element: FormulaElement;
  /** LaTeX of each `e` in it. */
  readonly bases: () => readonly string[];
  readonly inside: (element: FormulaElement) => string;
}

const WRITERS: Readonly<Record<string, Write>> = {
  sSup: (part) => `${base(part('e'))}^${argument(part('sup'))}`,
  sSub: (part) => `${base(part('e'))}_${argument(part('sub'))}`,
  sSubSup: (part) => `${base(part('e'))}_${argument(part('sub'))}^${argument(part('sup'))}`,
  sPre: (part) => `{}_${argument(part('sub'))}^${argument(part('sup'))}${base(part('e'))}`,
  f(part, property) {
    const [over, under] = [part('num'), part('den')];
    if (property('type') === 'lin' || property('type') === 'skw') return `${base(over)}/${base(under)}`;
    return property('type') === 'noBar' ? `\\genfrac{}{}{0pt}{}{${over}}{${under}}` : `\\frac{${over}}{${under}}`;
  },
  rad: (part) => (part('deg') === '' ? `\\sqrt{${part('e')}}` : `\\sqrt[${part('deg')}]{${part('e')}}`),
  nary(part, property) {
    const [from, to] = [part('sub'), part('sup')];
    const sign = OPERATORS[property('chr') ?? '∫'] ?? property('chr') ?? '';
    return `${sign}${from === '' ? '' : `_${argument(from)}`}${to === '' ? '' : `^${argument(to)}`} ${part('e')}`;
  },
  d(_, property, { bases }) {
    const between = ` \\middle${fence(property('sepChr') ?? '|')} `;
    return `\\left${fence(property('begChr') ?? '(')} ${bases().join(between)} \\right${fence(property('endChr') ?? ')')}`;
  },
  func: (part) => `${part('fName')} ${part('e')}`,
  limLow: (part) =>
    isOperator(part('e')) ? `${part('e').trim()}_{${part('lim')}} ` : `\\underset{${part('lim')}}{${part('e')}}`,
  limUpp: (part) =>
    isOperator(part('e')) ? `${part('e').trim()}^{${part('lim')}} ` : `\\overset{${part('lim')}}{${part('e')}}`,
  acc: (part, property) => `\\${ACCENTS[property('chr') ?? '\u0302'] ?? 'hat'}{${part('e')}}`,
  bar: (part, property) => `\\${property('pos') === 'top' ? 'overline' : 'underline'}{${part('e')}}`,
  groupChr: (part, property) => `\\${property('chr') === '⏞' ? 'overbrace' : 'underbrace'}{${part('e')}}`,
  borderBox: (part) => `\\boxed{${part('e')}}`,
  eqArr: (_, __, { bases }) => `\\begin{aligned} ${bases().join(' \\\\ ')} \\end{aligned}`,
  m: (_, __, { element, inside }) => {
    const rows = [...element.children].filter((child) => nameOf(child) === 'mr');
    return `\\begin{matrix} ${rows.map((row) => [...row.children].map(inside).join(' & ')).join(' \\\\ ')} \\end{matrix}`;
  },
  r: (_, property, { element }) => textOf(element, property),
};

function latexOf(element: FormulaElement, depth: number): string {
  if (depth > MAX_DEPTH) throw new Error('The formula is nested too deeply.');
  const children = [...element.children];
  const name = nameOf(element);
  const inside = (child: FormulaElement) => latexOf(child, depth + 1);
  const write = WRITERS[name];
  if (!write)
    return children
      .filter((child) => !nameOf(child).endsWith('Pr'))
      .map(inside)
      .join('');
  const part = (wanted: string) => {
    const found = children.find((child) => nameOf(child) === wanted);
    return found ? inside(found).trim() : '';
  };
  const properties = children.filter((child) => nameOf(child).endsWith('Pr')).flatMap((child) => [...child.children]);
  const property = (wanted: string) => {
    const found = properties.find((child) => nameOf(child) === wanted);
    return found ? (found.getAttribute('m:val') ?? '') : null;
  };
  const bases = () => children.filter((child) => nameOf(child) === 'e').map(inside);
  return write(part, property, { element, bases, inside });
}

const nameOf = ({ nodeName }: FormulaElement) => nodeName.replace(/^.*:/u, '');

const argument = (latex: string) => (/^[\p{L}\p{N}]$/u.test(latex) ? latex : `{${latex}}`);
/** The base of a superscript or subscript, in braces if it is more than one character or command. */
const base = (latex: string) =>
  /^(?:[\p{L}\p{N}]|\\\w{1,20}\{[^{}]*\}|\\left[\s\S]*\\right\S{1,20})$/u.test(latex) ? latex : `{${latex}}`;

const isOperator = (latex: string) => TEX_FUNCTIONS.has(latex.trim().slice(1));

const OPERATORS: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
  '⨁': '\\bigoplus',
  '⨂': '\\bigotimes',
};
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'bar',
  '\u20d7': 'vec',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030c': 'check',
  '\u0301': 'acute',
  '\u0300': 'grave',
  '\u0306': 'breve',
  '¯': 'bar',
  '~': 'tilde',
  '^': 'hat',
  '→': 'vec',
};
const FENCES: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '|': '\\vert',
  '‖': '\\Vert',
  '⟨': '\\langle',
  '⟩': '\\rangle',
  '': '.',
};
const fence = (sign: string) => FENCES[sign] ?? sign;

const ALPHABETS: Readonly<Record<string, string>> = {
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

function textOf(element: FormulaElement, property: (name: string) => string | null): string {
  const text = [...element.children]
    .filter((child) => nameOf(child) === 't')
    .map((child) => child.textContent ?? '')
    .join('');
  if (property('nor') !== null && property('nor') !== '0') return `\\text{${escaped(text)}}`;
  const latex = escaped(text.normalize('NFKC'));
  const style = property('sty');
  if (TEX_FUNCTIONS.has(text.trim()) && text.trim().length > 1) return `\\${text.trim()} `;
  const alphabet = ALPHABETS[property('scr') ?? ''];
  if (alphabet !== undefined) return `\\${alphabet}{${latex}}`;
  if (style === 'b' || style === 'bi') return `\\mathbf{${latex}}`;
  return style === 'p' && /^\p{L}{2,}$/u.test(text.trim()) ? `\\mathrm{${latex}}` : latex;
}

const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
  '^': '\\hat{}',
  '~': '\\sim ',
  '|': '\\vert ',
};
/** An ampersand aligns the lines of a group of equations. */
const escaped = (text: string) => text.replaceAll(/[\\{}$%#_^~|]/gu, (sign) => SIGNS[sign] ?? sign);
