import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { formulasIn } from '#text/domain/formulas.ts';
import { trimEnds } from '#text/domain/trim-ends.ts';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' };
const BOLD = /\*\*(?=\S)([^*\n]{1,500})(?<=\S)\*\*/gu;
const FENCE_LINE = /^[^\n]*\n?/u;

/** Converts the Markdown of a point to the HTML of an Anki field: line breaks, bold, code, and formulas for MathJax. */
export function fieldHtml(words: string): string {
  const parts = [
    ...codeRangesOf(words).map((range) => ({ ...range, html: codeHtml(words.slice(range.start, range.end), range) })),
    ...formulasIn(words).map(({ tex, isDisplay, ...range }) => ({ ...range, html: formulaHtml(tex, isDisplay) })),
  ].toSorted((one, other) => one.start - other.start);
  let html = '';
  let at = 0;
  for (const { start, end, html: part } of parts) {
    if (start < at) continue;
    html += textHtml(words.slice(at, start)) + part;
    at = end;
  }
  return html + textHtml(words.slice(at));
}

export function escaped(text: string): string {
  return text.replace(/[&<>\n]/gu, (sign) => SIGNS[sign] ?? sign);
}

function textHtml(text: string): string {
  return escaped(text).replace(BOLD, '<b>$1</b>');
}

function formulaHtml(tex: string, isDisplay: boolean): string {
  return isDisplay ? `\\[${escaped(tex)}\\]` : `\\(${escaped(tex)}\\)`;
}

function codeHtml(code: string, { isFenced }: { readonly isFenced: boolean }): string {
  const breaks = (text: string) => text.replace(/[&<>]/gu, (sign) => SIGNS[sign] ?? sign);
  if (!isFenced) return `<code>${breaks(trimEnds(code, /`/u).trim())}</code>`;
  const inside = code.replace(FENCE_LINE, '');
  const end = inside.lastIndexOf('\n');
  return `<pre><code>${breaks(end < 0 ? '' : inside.slice(0, end))}</code></pre>`;
}
