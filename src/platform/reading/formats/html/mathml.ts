import { TEX_FUNCTIONS } from '../tex-functions.ts';
import { isElement, type PageElement, type PageNode, tagOf } from './page-tree.ts';

/**
 * The TeX of a formula given as a tree: MathML, or MathJax's elements for it, in SVG (`data-mml-node`) or HTML
 * (`mjx-mfrac`). Null if it contains nothing readable.
 */
export function texOfTree(root: PageElement): string | null {
  const tex = texOf(root).replace(/\s+/g, ' ').trim();
  return tex === '' ? null : tex;
}

const IGNORED = new Set([
  'annotation',
  'annotation-xml',
  'mphantom',
  'mjx-nstrut',
  'mjx-dstrut',
  'mjx-tstrut',
  'mjx-spacer',
  'mjx-line',
  'mjx-box',
  'mjx-assistive-mml',
  'none',
  'mprescripts',
  'script',
  'style',
  'desc',
  'title',
]);

/** The MathML element that a node represents; `mrow` for all other containers. */
function kindOf(element: PageElement): string {
  const tag = tagOf(element);
  const name = element.getAttribute('data-mml-node') ?? tag;
  return name.toLowerCase().replace(/^(?:mjx-|math:|m:|mml:)/, '');
}

function texOf(node: PageNode): string {
  if (!isElement(node)) return '';
  if (IGNORED.has(tagOf(node))) return '';
  const kind = kindOf(node);
  if (/^(?:mi|mn|mo|mtext|ms)$/.test(kind)) return tokenOf(kind, node);
  const parts = partsOf(node);
  const at = (index: number) => group(parts[index] ?? '');
  switch (kind) {
    case 'mfrac':
      return node.getAttribute('linethickness') === '0' ? `\\binom${at(0)}${at(1)}` : `\\frac${at(0)}${at(1)}`;
    case 'msqrt':
      return `\\sqrt{${parts.join(' ').trim()}}`;
    case 'mroot':
      return `\\sqrt[${parts[1] ?? ''}]${at(0)}`;
    case 'msup':
      return `${base(parts[0])}^${at(1)}`;
    case 'msub':
      return `${base(parts[0])}_${at(1)}`;
    case 'msubsup':
      return `${base(parts[0])}_${at(1)}^${at(2)}`;
    case 'munder':
      return under(parts, at);
    case 'mover':
      return over(parts, at);
    case 'munderover':
      return `${base(parts[0])}_${at(1)}^${at(2)}`;
    case 'mtable':
      return `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
    case 'mlabeledtr':
      return parts.join(' & ');
    case 'mfenced':
      return `${node.getAttribute('open') ?? '('}${parts.join(', ')}${node.getAttribute('close') ?? ')'}`;
    case 'mspace':
      return '\\ ';
    default:
      return parts.join(' ').trim();
  }
}

/** Transparent groups that MathJax and MathML put around the parts of another node. */
const THROUGH =
  /^(?:math|semantics|mstyle|texatom|mpadded|frac|num|den|dbox|row|script|base|surd|sqrt|root|over|under|munder_|math-body|table|itable|svg|g|defs|span)$/;
const SCRIPTS = /^(?:msup|msub|msubsup|munder|mover|munderover|mfrac|mroot|mtable|mtr)$/;

/**
 * The TeX of the meaningful children, one string each; purely visual wrappers are transparent where positions matter.
 */
function partsOf(node: PageElement): string[] {
  const needsPlaces = SCRIPTS.test(kindOf(node));
  const parts: string[] = [];
  const isSvg = node.hasAttribute('data-mml-node');
  const visit = (child: PageNode): void => {
    if (!isElement(child) || IGNORED.has(tagOf(child))) return;
    const isDrawing =
      THROUGH.test(kindOf(child)) && !(needsPlaces && /^(?:texatom|mstyle|mpadded|script|base)$/.test(kindOf(child)));
    if (isDrawing && (isSvg || tagOf(child).startsWith('mjx-')) && !child.hasAttribute('data-mml-node')) {
      if (needsPlaces && tagOf(child) === 'mjx-script') {
        // MathJax puts both scripts into one element, the upper one first.
        const scripts = [...child.childNodes].filter((each) => isElement(each) && !IGNORED.has(tagOf(each))).map(texOf);
        if (kindOf(node) === 'msubsup' && scripts.length === 2) parts.push(scripts[1] ?? '', scripts[0] ?? '');
        else parts.push(scripts.join(' '));
        return;
      }
      for (const each of child.childNodes) visit(each);
      return;
    }
    const tex = texOf(child);
    if (tex !== '' || needsPlaces) parts.push(tex);
  };
  for (const child of node.childNodes) visit(child);
  return parts;
}

function group(tex: string): string {
  return `{${tex.trim()}}`;
}

function base(tex = ''): string {
  const text = tex.trim();
  if (text === '') return '{}';
  return /^(?:\\?[a-z\d]+|\\[a-z]+|.)$/iu.test(text) && !/^\d{2}|^[a-z]{2}/i.test(text) ? text : `{${text}}`;
}

const ACCENTS: Readonly<Record<string, string>> = {
  '^': 'hat',
  ˆ: 'hat',
  '~': 'tilde',
  '˜': 'tilde',
  '¯': 'bar',
  '‾': 'overline',
  '―': 'overline',
  '→': 'vec',
  '⃗': 'vec',
  '\\to': 'vec',
  '˙': 'dot',
  '¨': 'ddot',
  '⏞': 'overbrace',
};

function over(parts: readonly string[], at: (index: number) => string): string {
  const accent = ACCENTS[(parts[1] ?? '').trim()];
  if (accent) return `\\${accent}${at(0)}`;
  return isLimit(parts[0]) ? `${base(parts[0])}^${at(1)}` : `\\overset${at(1)}${at(0)}`;
}

function under(parts: readonly string[], at: (index: number) => string): string {
  if (/^[_¯‾―]$/.test((parts[1] ?? '').trim())) return `\\underline${at(0)}`;
  return isLimit(parts[0]) ? `${base(parts[0])}_${at(1)}` : `\\underset${at(1)}${at(0)}`;
}

function isLimit(tex = ''): boolean {
  return /^\s*\\(?:sum|prod|int|iint|iiint|oint|lim|max|min|sup|inf|bigcup|bigcap|bigoplus|bigotimes|operatorname\{?(?:arg|lim))/.test(
    tex,
  );
}

const VARIANTS: Readonly<Record<string, string>> = {
  bold: 'mathbf',
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'bold-italic': 'boldsymbol',
};

function tokenOf(kind: string, node: PageElement): string {
  const text = glyphsOf(node)
    .replace(/[\u2061-\u2064\u200b]/g, '')
    .trim();
  if (text === '') return kind === 'mtext' && (node.textContent ?? '') !== '' ? '\\ ' : '';
  if (kind === 'mtext' || kind === 'ms') return `\\text{${glyphsOf(node).replace(/[{}\\$#%&_]/g, '\\$&')}}`;
  if (kind === 'mn') return escaped(text);
  if (TEX_FUNCTIONS.has(text)) return `\\${text} `;
  const variant = VARIANTS[node.getAttribute('mathvariant') ?? ''];
  const written = texOfSigns(text);
  if (kind === 'mi' && /^\p{L}[\p{L}\d]+$/u.test(text)) return `\\${variant ?? 'mathrm'}{${text}}`;
  return variant ? `\\${variant}{${written.trim()}}` : written;
}

/** The TeX of characters and letters. */
export function texOfSigns(text: string): string {
  return Array.from(text)
    .map((sign) => NAMED.get(sign) ?? OTHERS[sign] ?? escaped(sign))
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[#%&_{}$]/g, '\\$&').replaceAll('\\\\', '\\backslash ');
}

/** The characters of a token. MathJax renders them by code point: `data-c="1D465"` in SVG, `mjx-c1D465` in HTML. */
function glyphsOf(node: PageElement): string {
  const drawn = [...node.querySelectorAll('[data-c], mjx-c')].map(
    (each) =>
      each.getAttribute('data-c') ??
      /(?:^|\s)mjx-c([\dA-F]{1,6})(?=\s|$)/.exec(each.getAttribute('class') ?? '')?.[1] ??
      '',
  );
  if (drawn.length === 0) return node.textContent ?? '';
  return (
    drawn
      .map((code) => Number.parseInt(code, 16))
      .map((code) => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''))
      .join('')
      // Mathematical alphabets encode the same letters in another style.
      .replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
  );
}

/** Characters with a KaTeX command. All others represent themselves. */
const NAMED: ReadonlyMap<string, string> = new Map(
  (
    'α alpha , β beta , γ gamma , δ delta , ε varepsilon , ϵ epsilon , ζ zeta , η eta , θ theta , ' +
    'ϑ vartheta , ι iota , κ kappa , λ lambda , μ mu , ν nu , ξ xi , π pi , ρ rho , σ sigma , ς varsigma , ' +
    'τ tau , υ upsilon , φ varphi , ϕ phi , χ chi , ψ psi , ω omega , Γ Gamma , Δ Delta , Θ Theta , ' +
    'Λ Lambda , Ξ Xi , Π Pi , Σ Sigma , Φ Phi , Ψ Psi , Ω Omega , ∑ sum , ∏ prod , ∫ int , ∬ iint , ∭ iiint , ' +
    '∮ oint , ∂ partial , ∇ nabla , ∞ infty , √ surd , ± pm , ∓ mp , × times , ÷ div , ⋅ cdot , ∗ ast , ' +
    '∘ circ , • bullet , ≤ leq , ≥ geq , ≠ neq , ≈ approx , ≡ equiv , ∼ sim , ≃ simeq , ≅ cong , ∝ propto , ' +
    '≪ ll , ≫ gg , ∈ in , ∉ notin , ∋ ni , ⊂ subset , ⊆ subseteq , ⊃ supset , ⊇ supseteq , ∪ cup , ∩ cap , ' +
    '∅ emptyset , ∖ setminus , ∀ forall , ∃ exists , ¬ neg , ∧ land , ∨ lor , ⊕ oplus , ⊗ otimes , ⊥ perp , ' +
    '∥ parallel , ∣ mid , → to , ← leftarrow , ↔ leftrightarrow , ⇒ Rightarrow , ⇐ Leftarrow , ' +
    '⇔ Leftrightarrow , ↦ mapsto , ↑ uparrow , ↓ downarrow , ⟶ longrightarrow , ⟨ langle , ⟩ rangle , ' +
    '⌈ lceil , ⌉ rceil , ⌊ lfloor , ⌋ rfloor , ‖ Vert , … ldots , ⋯ cdots , ⋮ vdots , ⋱ ddots , ℏ hbar , ' +
    'ℓ ell , ℝ mathbb{R} , ℕ mathbb{N} , ℤ mathbb{Z} , ℚ mathbb{Q} , ℂ mathbb{C} , † dagger , ° degree'
  )
    .split(' , ')
    .map((pair) => pair.split(' '))
    .map(([sign = '', name = '']) => [sign, `\\${name} `]),
);
const OTHERS: Readonly<Record<string, string>> = {
  '−': '-',
  '·': '\\cdot ',
  '′': "'",
  '″': "''",
  '\u00a0': '\\ ',
  '{': '\\{',
  '}': '\\}',
  '\\': '\\backslash ',
};
