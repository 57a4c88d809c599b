import { codeRangesOf } from './code-ranges.ts';
import type { TextRange } from './text-range.ts';

/** A formula in a text, with its delimiters. */
export interface FormulaRange extends TextRange {
  /** The content between the delimiters. */
  readonly tex: string;
  /** Whether it is on a separate line. */
  readonly isDisplay: boolean;
}

/** Longer text between delimiters is not a formula. */
export const MAX_FORMULA_CHARACTERS = 2_000;
const TOKENS_AT_ONCE = 10_000;
const TOKEN = /\\[\\$()[\]]|\$+/g;
const CLOSES: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/**
 * The formulas of a text: `$…$`, `$$…$$`, `\(…\)` and `\[…\]` outside code, in order. Excludes amounts of money, shell
 * variables and brackets that are only escaped.
 */
export function formulasIn(text: string): readonly FormulaRange[] {
  const steps = formulasInSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does the same in steps of some milliseconds. */
export function* formulasInSteps(text: string): Generator<undefined, readonly FormulaRange[]> {
  const formulas: FormulaRange[] = [];
  if (!/\$|\\[([]/.test(text)) return formulas;
  const tokens = yield* tokensOutsideCode(text);
  let looked = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    looked += 1;
    if (looked % TOKENS_AT_ONCE === 0) yield;
    const { start, sign, codeBefore } = tokens[at] ?? { start: 0, sign: '', codeBefore: 0 };
    const close = CLOSES[sign];
    if (close === undefined) continue;
    // A second opening delimiter before the end means that the first one did not open a formula.
    let to = at + 1;
    while (to < tokens.length && tokens[to]?.sign !== close && tokens[to]?.sign !== sign) to += 1;
    const closing = tokens[to];
    if (closing?.sign !== close || closing.codeBefore !== codeBefore) continue;
    const end = closing.start + close.length;
    const tex = text.slice(start + sign.length, closing.start);
    if (!isFormula({ tex, sign, text, start, end })) continue;
    formulas.push({ start, end, tex: withoutQuoteMarks(tex), isDisplay: sign === '$$' || sign === '\\[' });
    at = to;
  }
  return formulas;
}

interface Token {
  readonly start: number;
  readonly sign: string;
  /** Number of code ranges before it. */
  readonly codeBefore: number;
}

function* tokensOutsideCode(text: string): Generator<undefined, readonly Token[]> {
  const code = codeRangesOf(text);
  const tokens: Token[] = [];
  let codeBefore = 0;
  for (const { index: start, 0: sign } of text.matchAll(TOKEN)) {
    while ((code[codeBefore]?.end ?? Infinity) <= start) codeBefore += 1;
    if ((code[codeBefore]?.start ?? Infinity) > start) tokens.push({ start, sign, codeBefore });
    if (tokens.length % TOKENS_AT_ONCE === 0) yield;
  }
  return tokens;
}

interface Candidate extends TextRange {
  readonly tex: string;
  readonly sign: string;
  readonly text: string;
}

/** Number of characters around a formula that are examined. */
const NEAR = 200;

/** Characters that do not occur in prose. */
const SIGNS = /[\\^_{}=<>+*|]/;
const WORD = /\p{L}{3,}/gu;
const MIN_WORDS = 2;
/** A shorter formula cannot contain two words, or an amount and a word. */
const MAX_NO_PROSE = 3;
const AMOUNT_AND_WORD = /^\d[\d.,]{0,20}\s+\p{L}{2}/u;

function isFormula(candidate: Candidate): boolean {
  const { tex, sign, text, start, end } = candidate;
  if (tex.trim() === '' || tex.length > MAX_FORMULA_CHARACTERS || /\n[^\S\n]*\n/.test(tex)) return false;
  const isProse =
    tex.length > MAX_NO_PROSE && ((tex.match(WORD)?.length ?? 0) >= MIN_WORDS || AMOUNT_AND_WORD.test(tex));
  if (isProse && !SIGNS.test(tex)) return false;
  if (sign === '\\(') return true;
  if (sign === '$$') return !/^\s*[)\]},.;:]/.test(tex);
  if (sign === '$') return isInDollars(candidate);
  const [before, after] = [text.slice(Math.max(0, start - NEAR), start), text.slice(end, end + NEAR)];
  // Converters escape the brackets of `[1]` and of links.
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1).replaceAll('>', '');
  const lineAfter = after.split('\n', 1)[0] ?? '';
  const isBlock = lineBefore.trim() === '' && /^[.,;:]?$/.test(lineAfter.trim());
  return (isBlock || SIGNS.test(tex)) && !/^\s*\d+\s*$/.test(tex) && !after.startsWith('(');
}

/** Excludes `$5 and $6`, `US$5`, `5$` and `$HOME/$USER`. */
function isInDollars({ tex, text, start, end }: Candidate): boolean {
  const [before, after] = [text[start - 1] ?? '', text[end] ?? ''];
  if (/^\s|\s$|\n/.test(tex) || /\d/.test(after) || /[A-Za-z]/.test(before)) return false;
  if (/\S/.test(before) && /:\/\/\S*$/.test(text.slice(Math.max(0, start - NEAR), start))) return false;
  if (/\d/.test(before) && !/^[\\A-Za-z]/.test(tex)) return false;
  return !(/[A-Za-z_]/.test(after) && /^[A-Z_]{2}/.test(tex));
}

/** Removes the quote mark at the beginning of each line. */
function withoutQuoteMarks(tex: string): string {
  if (!tex.includes('\n')) return tex;
  const [first = '', ...rest] = tex.split('\n');
  const isQuoted = rest.length > 0 && rest.every((line) => /^[^\S\n]*>/.test(line));
  return isQuoted ? [first, ...rest.map((line) => line.replace(/^[^\S\n]*> ?/, ''))].join('\n') : tex;
}
