import type { CodeLanguage } from './code-languages.ts';
import type { TextRange } from './text-range.ts';

/** A part of a line of code that has a colour. */
export interface CodeToken extends TextRange {
  readonly kind: 'comment' | 'string' | 'number' | 'reserved';
}

/** Longer lines were not written by hand, and get no colours. */
const MAX_LINE = 5_000;

/**
 * The tokens of consecutive lines, line by line. It recognises comments, strings, numbers and reserved words without a
 * grammar, so the lines can begin and end anywhere in a file.
 */
export function codeTokens(lines: readonly string[], language: CodeLanguage): readonly (readonly CodeToken[])[] {
  const reader = new LineReader(language);
  return lines.map((line) => (line.length > MAX_LINE ? [] : reader.read(line)));
}

type Span = CodeLanguage['spans'][number];

class LineReader {
  readonly #language: CodeLanguage;
  readonly #candidate: RegExp;
  /** A span that an earlier line has opened and no line has closed. */
  #open: Span | null = null;

  constructor(language: CodeLanguage) {
    this.#language = language;
    const signs = [...language.spans.map(({ open }) => open), ...language.line].toSorted((a, b) => b.length - a.length);
    const parts = [...signs.map((sign) => sign.replaceAll(/[[\]{}*/]/gu, String.raw`\$&`)), `[${language.quotes}]`];
    const name = language.hasTags ? String.raw`<\/?[a-zA-Z][\w.:\-]*` : String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
    this.#candidate = new RegExp(String.raw`${parts.join('|')}|${name}|\d[\w.]*`, 'gu');
  }

  read(line: string): readonly CodeToken[] {
    const tokens: CodeToken[] = [];
    const { reserved, line: comments, ignoresCase } = this.#language;
    let at = this.#open ? this.#endOf(this.#open, line, { from: 0, tokens }) : 0;
    while (at < line.length) {
      this.#candidate.lastIndex = at;
      const found = this.#candidate.exec(line);
      if (!found) break;
      const [sign] = found;
      const start = found.index;
      const end = start + sign.length;
      const span = this.#language.spans.find(({ open }) => open === sign);
      at = end;
      if (span) at = this.#endOf(span, line, { from: end, tokens, start });
      else if (comments.includes(sign)) {
        tokens.push({ kind: 'comment', start, end: line.length });
        break;
      } else if (this.#language.quotes.includes(sign)) {
        at = endOfString(line, end, sign);
        tokens.push({ kind: 'string', start, end: at });
      } else if (sign.startsWith('<')) tokens.push({ kind: 'reserved', start, end });
      else if (/^\d/u.test(sign)) tokens.push({ kind: 'number', start, end });
      else if (reserved.has(ignoresCase ? sign.toLowerCase() : sign)) tokens.push({ kind: 'reserved', start, end });
    }
    return tokens;
  }

  /** Reads up to the end of a span or of the line. */
  #endOf(
    span: Span,
    line: string,
    { from, tokens, start = from }: { readonly from: number; readonly tokens: CodeToken[]; readonly start?: number },
  ): number {
    const close = line.indexOf(span.close, from);
    this.#open = close < 0 ? span : null;
    const end = close < 0 ? line.length : close + span.close.length;
    if (end > start) tokens.push({ kind: span.kind, start, end });
    return end;
  }
}

/** The offset after the closing quotation mark, or the end of the line if there is none. */
function endOfString(line: string, from: number, quote: string): number {
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === quote) return at + 1;
  }
  return line.length;
}
