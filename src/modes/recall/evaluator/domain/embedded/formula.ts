import { functionWords } from '#text/domain/function-words.ts';
import { UNSPACED } from '#text/domain/segments.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

/** What formulas and code have and plain sentences have not. One of these signs may turn a text into its opposite. */
const FORMULA: readonly RegExp[] = [
  /[\p{Sm}\p{No}\\^{}_`]/u,
  /[\p{L}\p{N})\]](?:\(|\*{1,2}[\p{L}\p{N}(])/u,
  /(?<![\p{L}\p{N})\]])[-–][\p{L}\p{N}(]/u,
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,2} ?[-–] ?[\p{L}\p{N}]{1,2}(?![\p{L}\p{N}])/u,
  /(?<!\p{L})(?:sin|cos|tan|cot|sinh|cosh|tanh|log|ln|exp|lim|sqrt) [\p{L}\p{N}](?!\p{L})/u,
];
const MIN_LETTERS = 3;
/** Words of two letters that are whole answers. */
const SHORT_ANSWER = /^\s*(?:no|ja|sí|sì|да)[.!]?\s*$/iu;

/** Whether words alone cannot decide about a text: it has a formula, or is mostly symbols. */
export function isFormula(text: string): boolean {
  if (FORMULA.some((signs) => signs.test(text))) return true;
  if (SHORT_ANSWER.test(text)) return false;
  const runs = text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  const words = runs.filter((run) => run.length >= MIN_LETTERS || /^\p{N}/u.test(run) || UNSPACED.test(run));
  return 2 * words.join('').length < text.replace(/\s+/gu, '').length;
}

/**
 * Equal for texts that differ only in spaces, marks around formulas, dashes, the capital that begins a word, and the
 * full stop.
 */
export function asWritten(text: string): string {
  const folded = text
    .replace(/\\[,;:!()[\]]|`|\$\$/gu, '')
    // Marks of formulas, and no dollars.
    .replace(/\$([^$\s](?:[^$\n]{0,300}[^$\s])?)\$(?!\p{N})/gu, '$1')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/[“”„«»"‘’'´]/gu, "'")
    .replace(/(?<!\p{L})\p{Lu}\p{Ll}{2,}(?!\p{L})/gu, (word) => word.toLowerCase());
  // Without a space between them, two words or two numbers would be one.
  return trimEnd(folded, /[\s.。]/u)
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}]) | (?![\p{L}\p{M}\p{N}])/gu, '');
}

const COMMAND = /\\(?:(sin|cos|tan|cot|log|ln|exp|lim|sqrt|pi|alpha|beta|gamma|delta|lambda|mu|rho|omega)|\p{L}+)/gu;
const WORD = /^[^\p{L}]*(?!(?:sin|cos|tan|cot|log|exp|lim)(?!\p{L}))\p{L}{3,}[^\p{L}]*$/u;

/** The letters and digits of the formulas of a text, sorted: how far two formulas are about the same. */
export function formulaLetters(text: string): string {
  const spelled = text
    .replace(/['’]s(?!\p{L})/gu, '')
    .replace(COMMAND, ' $1 ')
    .normalize('NFKC')
    .toLowerCase();
  const tokens = spelled
    .split(/\s+/u)
    .filter((token) => !WORD.test(token) && !(token.length === 2 && functionWords.has(token)));
  return (tokens.join('').match(/[\p{L}\p{N}]/gu) ?? []).toSorted().join('');
}

const MIN_SHARED = 3;

/** The share of two sorted lists of letters that they have in common. A short formula may have `least` of them. */
export function sharedLetters(one: string, other: string, least = MIN_SHARED): number {
  let [at, to, shared] = [0, 0, 0];
  while (at < one.length && to < other.length) {
    const [left = '', right = ''] = [one[at], other[to]];
    if (left === right) shared += 1;
    if (left <= right) at += 1;
    if (right <= left) to += 1;
  }
  return shared < least ? 0 : (2 * shared) / (one.length + other.length);
}
