import type { Field } from './front-matter.ts';

/** A property of a page, on a separate line below the title. */
const PROPERTY = /^(?<name>[\p{L}\p{N}][^:\n]{0,40}): (?<value>[^\n]*)$/u;

/** A page in the value of a property: its title, with its file in parentheses. */
const RELATED = /(?<title>[^\s,()[\]][^,()[\]\n]{0,200}) \((?<path>[^\s()]{0,600}%20[0-9a-f]{32}\.md)\)/gu;

/** Reads the properties at the top of a Notion page, and the text below them. */
export function readNotion(text: string): { readonly fields: readonly Field[]; readonly body: string } {
  const [top = '', ...rest] = text.split(/\n[ \t]*\n/u);
  const lines = top.trim().split('\n');
  if (lines[0] === '' || !lines.every((line) => PROPERTY.test(line))) return { fields: [], body: text };
  const fields = lines.map((line) => {
    const { name = '', value = '' } = PROPERTY.exec(line)?.groups ?? {};
    // Notion separates tags by commas; a tag can contain spaces.
    if (/^tags?$/iu.test(name)) return { name, value: value.split(',').map((tag) => tag.trim()) };
    return { name, value: value.replace(RELATED, '[$<title>]($<path>)') };
  });
  return { fields, body: rest.join('\n\n').trim() };
}
