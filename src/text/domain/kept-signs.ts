import { formulasIn } from './formulas.ts';
import { replaceTexts, type TreeNode } from './tree-texts.ts';

/**
 * Signs that the parser of Markdown must not read: those of formulas, and those that stand for themselves in `2*3*4`,
 * `__init__` and `\{a, b\}`. They are written as characters of a private range, one for one, so that offsets stay, and
 * become themselves again behind the sanitizer.
 */
const KEPT = 0xe1_00;
/** The first and the last sign of a formula. */
const OPENS: Readonly<Record<string, string>> = { $: '\uE180', '\\': '\uE181' };
const CLOSES: Readonly<Record<string, string>> = { $: '\uE184', ')': '\uE185', ']': '\uE186' };
const ENDS: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.entries(OPENS), ...Object.entries(CLOSES)].map(([sign, written]) => [written, sign]),
);
const KEPT_FORMULA = /[\uE180\uE181][^\uE180-\uE186]*[\uE184-\uE186]/gu;
const KEPT_SIGN = /[\uE100-\uE1FF]/gu;
const ASCII = /[\0-\u007F]/gu;

/** Stars between numbers and single letters, names such as `__init__`, and braces behind a backslash. */
const THEMSELVES =
  /(?<=(?<![A-Za-z])[A-Za-z]|[\d)\]])\*{1,2}(?=[A-Za-z](?![A-Za-z])|[\d(])|(?<![\w\\])__(?=[a-z])(?:[a-z\d]|_(?!_))+__(?!\w)|(?<!\\)\\[{}]/g;
/** An address is no text. */
const IN_ADDRESS = /(?::\/\/|\]\()\S{0,2000}$/;

/** The element that a formula becomes. */
export const FORMULA_ELEMENT = 'tex-formula';

/** A text of Markdown in which formulas and signs that stand for themselves are kept. */
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

/** The formulas in a rendered text whose signs are kept, so that nothing cuts them. */
export function keptFormulas(value: string): readonly { readonly from: number; readonly to: number }[] {
  return Array.from(value.matchAll(KEPT_FORMULA), ({ index: from, 0: { length } }) => ({ from, to: from + length }));
}

/** The rehype plugin that makes elements of kept formulas and writes the other kept signs again. Use it as the last. */
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
