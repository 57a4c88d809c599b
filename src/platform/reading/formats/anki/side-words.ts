import { cleanText } from '#kernel/clean-text.ts';
import { plainOfHtml } from '#modes/recall/sets/domain/paste/plain-of-html.ts';
import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { formulasIn } from '#text/domain/formulas.ts';

import { readFragment } from '../read-html.ts';

/**
 * Markup that needs an HTML tree. A side with other elements only contributes their words, and building a tree takes a
 * hundred times as long.
 */
const RICH =
  /<\/?(?!(?:br|div|p|span|b|strong|i|em|u|font|small|big|center|section)\b)[a-z]|&(?!(?:lt|gt|amp|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});)[a-z]{2,12};/iu;
const MAX_ELEMENTS = 2_000;

/** Converts the HTML of a side to Markdown: lists, tables, code, bold words and formulas, without backslash escapes. */
export function wordsOfSide(html: string): string {
  const isRich = RICH.test(html) && (html.match(/</gu)?.length ?? 0) <= 2 * MAX_ELEMENTS;
  const words = isRich ? withoutEscapes(readFragment(html)) : withBold(html);
  return cleanText(inDollars(words)).trim();
}

const BOLD = /<(?:b|strong)(?:\s[^<>]{0,300})?>([^<>\n]{1,500})<\/(?:b|strong)>/giu;

function withBold(html: string): string {
  return plainOfHtml(
    html.replace(BOLD, (whole, words: string) => {
      const inside = words.replaceAll('&nbsp;', ' ').trim();
      return inside === '' || /[*\\$]/u.test(inside) ? whole : words.replace(/\S.*\S|\S/u, (each) => `**${each}**`);
    }),
  );
}

const ESCAPE = /\\([!-/:-@[-`{-~])/gu;

/** Removes escapes, because points show characters literally. Code and formulas keep theirs. */
function withoutEscapes(markdown: string): string {
  const lines = markdown.replace(/ {2,9}\n/gu, '\n');
  if (!lines.includes('\\')) return lines;
  const kept = [...codeRangesOf(lines), ...formulasIn(lines)].toSorted((one, other) => one.start - other.start);
  let words = '';
  let from = 0;
  for (const { start, end } of kept) {
    words += lines.slice(from, Math.max(from, start)).replace(ESCAPE, '$1') + lines.slice(Math.max(from, start), end);
    from = Math.max(from, end);
  }
  return words + lines.slice(from).replace(ESCAPE, '$1');
}

/** `____` would not be read inside a formula. */
const GAP = /_{4}/gu;
const GAP_IN_FORMULA = '\\underline{\\quad}';

/** Rewrites formulas in `\(…\)` and `\[…\]` with dollars, if they are still read as formulas that way. */
function inDollars(text: string): string {
  if (!/\\[([]|\$/u.test(text)) return text;
  let words = '';
  let from = 0;
  for (const { start, end, tex, isDisplay } of formulasIn(text)) {
    const asked = tex.trim().replace(GAP, () => GAP_IN_FORMULA);
    const written = isDisplay ? `$$${asked}$$` : `$${asked}$`;
    const [only] = formulasIn(written);
    const isRead = only?.start === 0 && only.end === written.length;
    words += text.slice(from, start) + (isRead ? written : text.slice(start, end));
    from = end;
  }
  return words + text.slice(from);
}
