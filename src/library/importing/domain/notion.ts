import { addressOf, tagsOf, textField, timeOf } from './fields.ts';
import type { Imported } from './imported.ts';

/** A property of a page, on a line of its own below the title. */
const PROPERTY = /^(?<name>[\p{L}\p{N}][^:\n]{0,40}): (?<value>[^\n]*)$/u;

/** Reads the properties at the top of a page of Notion. Unknown ones stay in the text. */
export function readNotion(body: string): Partial<Imported> {
  const [top = '', ...rest] = body.split(/\n[ \t]*\n/u);
  const lines = top.trim().split('\n');
  if (lines[0] === '' || !lines.every((line) => PROPERTY.test(line))) return {};
  const fields = new Map<string, string>();
  const others: string[] = [];
  for (const line of lines) {
    const { name = '', value = '' } = PROPERTY.exec(line)?.groups ?? {};
    if (READ.has(name.toLowerCase())) fields.set(name.toLowerCase(), value);
    // Two spaces keep the lines apart in Markdown.
    else others.push(`${line}  `);
  }
  const times = ['created', 'created time', 'date'].map((name) => timeOf(fields.get(name)));
  return {
    author: textField(fields.get('author') ?? fields.get('created by')),
    url: addressOf(fields.get('url') ?? fields.get('link')),
    tags: tagsOf(listed(fields.get('tags'))),
    createdAt: times.find((time) => time !== null) ?? null,
    content: [others.join('\n'), ...rest].join('\n\n').trim(),
  };
}

/** Notion separates tags, which may have spaces in them, by commas. */
function listed(value: string | undefined): readonly string[] {
  return (value ?? '').split(',');
}

const READ: ReadonlySet<string> = new Set('author|created by|url|link|tags|created|created time|date'.split('|'));
