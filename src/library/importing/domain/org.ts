import type { Field } from './front-matter.ts';

const KEYWORD = /^#\+(?<name>\w[\w-]{0,60}):(?<value>.*)$/u;
const NAMES: Readonly<Record<string, string>> = { filetags: 'tags' };
const BLOCK = /^[ \t]*#\+(?<edge>begin|end)_(?<kind>src|example|quote|verse)\b[ \t]*(?<language>[\w+-]{0,30})/iu;
const HEADING = /^(?<stars>\*{1,6}) (?<words>.*)$/u;
const LINK = /\[\[([^[\]\n]{1,1000})\](?:\[([^[\]\n]{1,500})\])?\]/gu;
const DRAWER = /^[ \t]*:(?:PROPERTIES|LOGBOOK):[ \t]*$/u;

/**
 * Converts an Org-mode file to Markdown: its keywords become fields; headings, code, quotations and links become those
 * of Markdown.
 */
export function readOrg(text: string): { readonly fields: readonly Field[]; readonly body: string } {
  const fields: Field[] = [];
  const lines: string[] = [];
  let block: 'code' | 'quote' | 'drawer' | null = null;
  for (const line of text.split('\n')) {
    const { edge, kind = '', language = '' } = BLOCK.exec(line)?.groups ?? {};
    if (block === 'drawer') {
      if (/^[ \t]*:END:[ \t]*$/u.test(line)) block = null;
    } else if (edge !== undefined) {
      const isCode = /src|example/iu.test(kind);
      block = edge.toLowerCase() === 'end' ? null : isCode ? 'code' : 'quote';
      lines.push(isCode ? `\`\`\`${block === null ? '' : language}` : '');
    } else if (block === 'code') lines.push(line);
    else if (DRAWER.test(line)) block = 'drawer';
    else {
      const { name, value = '' } = KEYWORD.exec(line)?.groups ?? {};
      const { stars, words = '' } = HEADING.exec(line)?.groups ?? {};
      const linked = (stars === undefined ? line : `${'#'.repeat(stars.length)} ${words}`).replace(LINK, linkOf);
      if (name === undefined) lines.push(block === 'quote' ? `> ${linked}` : linked);
      else fields.push({ name: NAMES[name.toLowerCase()] ?? name.toLowerCase(), value: valueOf(value.trim()) });
    }
  }
  return { fields, body: lines.join('\n') };
}

/** Org-mode puts tags between colons. */
function valueOf(value: string): Field['value'] {
  return /^:.*:$/u.test(value) ? value.split(':').filter((tag) => tag !== '') : value.replace(/^[[<]|[\]>]$/gu, '');
}

function linkOf(_: string, target: string, words = target): string {
  const address = target.replace(/^file:/u, '');
  return /^(?:https?:|mailto:)/iu.test(target) || address !== target
    ? `[${words}](<${address}>)`
    : `[[${target}|${words}]]`;
}
