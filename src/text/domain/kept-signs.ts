import { formulasIn } from './formulas.ts';
import { replaceTexts, type TreeNode } from './tree-texts.ts';

/**
 * Protects characters from the Markdown parser: those of formulas, and literal ones such as in `2*3*4`, `__init__` and
 * `\{a, b\}`. They are replaced one for one by private-use characters, so that offsets remain, and restored after the
 * sanitizer.
 */
const KEPT = 0xe1_00;
/** The first and the last character of a formula. */
const OPENS: Readonly<Record<string, string>> = { $: '\uE180', '\\': '\uE181' };
const CLOSES: Readonly<Record<string, string>> = { $: '\uE184', ')': '\uE185', ']': '\uE186' };
const ENDS: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.entries(OPENS), ...Object.entries(CLOSES)].map(([sign, written]) => [written, sign]),
);
const KEPT_FORMULA = /[\uE180\uE181][^\uE180-\uE186]*[\uE184-\uE186]/gu;
const KEPT_SIGN = /[\uE100-\uE1FF]/gu;
const ASCII = /[\0-\u007F]/gu;

/**
 * Literal characters: stars between numbers and single letters, underscores in names such as `__init__`, and braces
 * after a backslash.
 */
const THEMSELVES =
  /(?<=(?<![A-Za-z])[A-Za-z]|[\d)\]])\*{1,2}(?=[A-Za-z](?![A-Za-z])|[\d(])|(?<![\w\\])__(?=[a-z])(?:[a-z\d]|_(?!_))+__(?!\w)|(?<!\\)\\[{}]/g;
/** Addresses are left alone. */
const IN_ADDRESS = /(?::\/\/|\]\()\S{0,2000}$/;

/** The element that replaces a formula. */
export const FORMULA_ELEMENT = 'tex-formula';

/** Markdown with formulas and literal characters protected. */
export function withKeptSigns(text: string): string {
  if (!/[$*\\]|__/.test(text)) return text;
  let written = '';
  let from = 0;
  for (const { start, end } of formulasIn(text)) {
    const [open, close] = [OPENS[text[start] ?? ''], CLOSES[text[end - 1] ?? '']];
    written += `${withOwnSigns(text.slice(from, start))}${open}${kept(text.slice(start + 1, end - 1))}${close}`;
    from = end;
  }
  return written + withOwnSigns(text.slice(from));
}

function withOwnSigns(text: string): string {
  const isAddress = (at: number) => IN_ADDRESS.test(text.slice(Math.max(0, at - 2_000), at));
  return text.replace(THEMSELVES, (signs, at: number) => (isAddress(at) ? signs : kept(signs)));
}

function kept(text: string): string {
  return text.replace(ASCII, (sign) => String.fromCharCode(KEPT + sign.charCodeAt(0)));
}

function asWritten(text: string): string {
  return text.replace(KEPT_SIGN, (sign) => {
    return ENDS[sign] ?? String.fromCharCode(sign.charCodeAt(0) - KEPT);
  });
}

/** The protected formulas in a rendered text, so that nothing cuts them. */
export function keptFormulas(value: string): readonly { readonly from: number; readonly to: number }[] {
  return Array.from(value.matchAll(KEPT_FORMULA), ({ index: from, 0: { length } }) => ({ from, to: from + length }));
}

/**
 * The rehype plugin that converts protected formulas to elements and restores the other characters. It must be the last
 * plugin.
 */
export function keptSigns() {
  return (tree: TreeNode): void => replaceTexts(tree, written);
}

function written(value: string): TreeNode[] | null {
  if (value.search(KEPT_SIGN) < 0) return null;
  const nodes: TreeNode[] = [];
  let from = 0;
  const text = (to: number) => {
    if (to > from) nodes.push({ type: 'text', value: asWritten(value.slice(from, to)) });
  };
  for (const formula of keptFormulas(value)) {
    text(formula.from);
    nodes.push({
      type: 'element',
      tagName: FORMULA_ELEMENT,
      properties: { written: asWritten(value.slice(formula.from, formula.to)) },
      children: [],
    });
    from = formula.to;
  }
  text(value.length);
  return nodes;
}
