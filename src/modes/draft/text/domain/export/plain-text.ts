import { withoutMarks } from '../citations/marks.ts';
import { codeRangesOf } from '../code-ranges.ts';

const FENCE = /^[ \t>]*(?:`{3,}|~{3,}).*$/gm;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/**
 * A draft as a platform without Markdown shows it: without marks and the signs of Markdown. A link is its words and its
 * address. Code stays as it is. Lists and rules keep their signs.
 */
export function asPlainText(text: string): string {
  const unmarked = withoutMarks(text);
  let plain = '';
  let from = 0;
  for (const { start, end, isFenced } of codeRangesOf(unmarked)) {
    plain += withoutSigns(unmarked.slice(from, start)) + codeIn(unmarked.slice(start, end), isFenced);
    from = end;
  }
  return (plain + withoutSigns(unmarked.slice(from))).replace(/\n{3,}/g, '\n\n').trim();
}

function codeIn(code: string, isFenced: boolean): string {
  return isFenced ? code.replace(FENCE, '').replace(/^\n|\n$/g, '') : code.replace(/^`+ ?| ?`+$/g, '');
}

function withoutSigns(text: string): string {
  return text
    .replace(/^ {0,3}#{1,6}[ \t]+/gm, '')
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/!\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(
      /\[([^\]\n]{1,500})\]\(<?([^)\s>]{1,2000})>?(?:[ \t][^)\n]{0,500})?\)/g,
      (_, words: string, address: string) => (words === address ? address : `${words} (${address})`),
    )
    .replace(/<((?:https?:|mailto:)[^>\s]{1,2000})>/g, '$1')
    .replace(/(?<![\p{L}\p{N}*\\])(\*{1,3})(?=[^\s*])([^*\n]{1,1000}?)(?<=[^\s\\])\1(?!\*)/gu, '$2')
    .replace(/(?<![\p{L}\p{N}_\\])(_{1,3})(?=[^\s_])([^_\n]{1,1000}?)(?<=[^\s\\])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/~~(?=\S)([^~\n]{1,1000}?)~~/g, '$1')
    .replace(ESCAPE, '$1');
}
