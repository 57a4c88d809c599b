import { replaceCode } from '#text/domain/code-ranges.ts';
import { formulasIn } from '#text/domain/formulas.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

/** The sentences of a reply without Markdown syntax and without blocks of code. */
export function spokenSentences(markdown: string): readonly string[] {
  const text = plainText(withSpokenFormulas(withoutBlocks(markdown)))
    .replace(/_{3,}/g, ' … ')
    .replace(/\*{2,}|`/g, '')
    .replace(/\|/g, ', ');
  return sentencesOf(text)
    .map((sentence) => sentence.text.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

const withoutBlocks = (markdown: string) => replaceCode(markdown, (code, isFenced) => (isFenced ? '\n' : code));

/** Names that are the same in most languages, and signs that voices read themselves. */
const SAID: Readonly<Record<string, string>> = {
  times: ' × ',
  cdot: ' · ',
  pm: ' ± ',
  le: ' ≤ ',
  leq: ' ≤ ',
  ge: ' ≥ ',
  geq: ' ≥ ',
  ne: ' ≠ ',
  neq: ' ≠ ',
  approx: ' ≈ ',
  to: ' → ',
  rightarrow: ' → ',
  infty: ' ∞ ',
  sqrt: ' √ ',
  sum: ' ∑ ',
  int: ' ∫ ',
};
const SILENT = /^(?:left|right|big+|math[a-z]+|text[a-z]*|displaystyle|limits|quad|qquad)$/;

/** Replaces formulas by text that a voice can read: without the commands and brackets of TeX. */
function withSpokenFormulas(markdown: string): string {
  let spoken = '';
  let from = 0;
  for (const { start, end, tex } of formulasIn(markdown)) {
    spoken += markdown.slice(from, start) + spokenFormula(tex);
    from = end;
  }
  return spoken + markdown.slice(from);
}

/** Maximum depth of groups; they are read from the inside out. */
const MAX_DEPTH = 8;
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/\\(?:begin|end) ?\{[^{}]*\}/g, ' '],
  [/\\sqrt ?\{([^{}]*)\}/g, ' √ $1 '],
  [/\\[dt]?frac ?\{([^{}]*)\} ?\{([^{}]*)\}/g, ' $1 / $2 '],
  [/([_^]) ?\{([^{}]*)\}/g, '$1$2 '],
  [/\\[a-zA-Z]+ ?\{([^{}]*)\}/g, ' $1 '],
];

function spokenFormula(tex: string): string {
  let read = tex;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1)
    read = GROUPS.reduce((so, [group, words]) => so.replace(group, words), read);
  return read
    .replace(/\\([A-Za-z]+)/g, (_, name: string) => (SILENT.test(name) ? ' ' : (SAID[name] ?? ` ${name} `)))
    .replace(/\\./g, ' ')
    .replace(/\^ ?2(?!\d)/g, '² ')
    .replace(/\^ ?3(?!\d)/g, '³ ')
    .replace(/\^/g, ' ^ ')
    .replace(/[{}_&$~]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
