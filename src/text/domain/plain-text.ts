import { replaceCode } from './code-ranges.ts';
import { withoutTags } from './tags.ts';

/** `words`: for reading or comparing. `layout`: for pasting elsewhere; lists, rules, tables and addresses remain. */
type PlainForm = 'words' | 'layout';

/** Placeholder for a piece of code while markup is removed around it. */
const CODE = '\u0000';
const FENCE = /^[ \t>]*(?:`{3}|~{3}).*$/gm;
const FRONT_MATTER = /^---\n[\s\S]*?\n---(?:\n|$)/;
const WIKI_LINK = /!?\[\[([^[\]\n|]{1,500})(?:\|([^[\]\n]{1,500}))?\]\]/g;
const RULE = /^[ \t]*(?:[-*_][ \t]*){3,}$/gm;
const TABLE_RULE = /^(?=.*-)(?=.*\|)[ \t:|-]+$/;
const QUOTE = /^[ \t]*>[ \t]?/gm;
const HEADING = /^[ \t]*#{1,6}[ \t]+/gm;
/** The number of an item remains: a text can begin with it, as in "1789. The Bastille is stormed". */
const ITEM = /^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/gm;
const IMAGE = /!\[([^\][\n]{0,500})\]\((?:[^)\n\]]|\](?!\()){0,2000}\)/g;
const LINK =
  /\[([^\][\n]{0,500})\]\(<?((?:\([^()\s>\]]{0,200}\)|[^)\s>\]]|\](?!\()){0,2000})>?(?:[ \t](?:[^)\n\]]|\](?!\()){0,500})?\)/g;
const AUTOLINK = /<((?:https?:|mailto:)[^<>\s]{1,2000})>/g;
const STARS = /(?<![\p{L}\p{N}*\\])(\*{1,3})(?=[^\s*])([^*\n]{1,1000}?)(?<=[^\s\\])\1(?!\*)/gu;
const STRONG = /(?<![*\\])\*\*(?=[^\s*])([^*\n]{1,1000}?)(?<=[^\s\\])\*\*(?!\*)/g;
const UNDERLINES = /(?<![\p{L}\p{N}_\\])(_{1,3})(?=[^\s_])([^_\n]{1,1000}?)(?<=[^\s\\])\1(?![\p{L}\p{N}_])/gu;
const STRUCK = /~~(?=\S)([^~\n]{1,1000}?)~~/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** Markdown as readers see it, without markup. Code remains unchanged. */
export function plainText(markdown: string, form: PlainForm = 'words'): string {
  const codes: string[] = [];
  const text = replaceCode(markdown.replaceAll(CODE, ''), (code, isFenced) => {
    codes.push(isFenced ? code.replace(FENCE, '').replace(/^\n|\n$/g, '') : withoutTicks(code));
    return CODE;
  });
  let next = 0;
  const bare = (form === 'words' ? wordsAlone(text) : withAddresses(text))
    .replace(AUTOLINK, '$1')
    .replace(STARS, '$2')
    .replace(STRONG, '$1')
    .replace(STARS, '$2')
    .replace(UNDERLINES, '$2')
    .replace(STRUCK, '$1')
    .replace(ESCAPE, '$1')
    .replaceAll(CODE, () => codes[(next += 1) - 1] ?? '');
  return form === 'words' ? bare : bare.replace(/\n{3,}/g, '\n\n').trim();
}

/** Inline code without its backticks and the space beside them. */
function withoutTicks(code: string): string {
  const { length } = /^`*/.exec(code)?.[0] ?? '';
  return code.slice(length, code.length - length).replace(/^ | $/g, '');
}

function wordsAlone(text: string): string {
  const bare = text
    .replace(FRONT_MATTER, '')
    .replace(WIKI_LINK, (_, target: string, label?: string) => label ?? target)
    .replace(IMAGE, '$1')
    .replace(LINK, '$1')
    .replace(RULE, '')
    .replace(QUOTE, '')
    .replace(HEADING, '')
    .replace(ITEM, '');
  return withoutTables(withoutTags(bare));
}

/** The rows of tables as plain cells, without delimiter rows. */
function withoutTables(text: string): string {
  let isTable = false;
  const lines = text.split('\n');
  const shown = lines.map((line, index) => {
    isTable = line.includes('|') && (isTable || [line, lines[index + 1] ?? ''].some((each) => TABLE_RULE.test(each)));
    if (TABLE_RULE.test(line)) return '';
    const row = line.trim();
    return isTable || (row.startsWith('| ') && row.endsWith(' |')) ? cellsOf(row).join(', ') : line;
  });
  return shown.join('\n');
}

function cellsOf(row: string): readonly string[] {
  return row
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
}

function withAddresses(text: string): string {
  return text
    .replace(QUOTE, '')
    .replace(HEADING, '')
    .replace(IMAGE, '$1')
    .replace(LINK, (_, words: string, address: string) => (words === address ? address : `${words} (${address})`));
}
