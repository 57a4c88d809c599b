import type { SourceKind } from '../../storage/protocol.ts';
import { addressOf, tagsOf, textField } from './fields.ts';
import type { Imported } from './imported.ts';

const KINDS: Readonly<Record<string, SourceKind>> = {
  articles: 'article_clip',
  books: 'article_clip',
  supplementals: 'article_clip',
  tweets: 'tweet',
  podcasts: 'podcast_note',
};
const METADATA = /^## Metadata[ \t]*\n(?<list>(?:[ \t]*(?:[-*][^\n]*)?\n)*)/mu;
const COVER = /^!\[(?:rw-book-cover|)\]\([^)\r\n\u2028\u2029]*\)[ \t]*\n/mu;

/** The fields of a Readwise export, under its heading `Metadata`; null for other texts. */
export function readReadwise(text: string): Partial<Imported> | null {
  const found = METADATA.exec(`${text}\n`);
  if (!found || !/^## (?:Highlights|New highlights|Full Document)/mu.test(text)) return null;
  const fields = new Map<string, string>();
  const others: string[] = [];
  for (const line of (found.groups?.['list'] ?? '').split('\n')) {
    const [, name = '', value = ''] = /^\s*[-*]\s+([^\s:][^:]*):([^]*)$/u.exec(line) ?? [];
    if (READ.has(name.toLowerCase())) fields.set(name.toLowerCase(), value);
    else if (line.trim() !== '') others.push(line);
  }
  const category = (textField(fields.get('category')) ?? '').replace(/^#/u, '').toLowerCase();
  const kind = KINDS[category];
  if (!kind) return null;
  const rest = `${text.slice(0, found.index)}${others.join('\n')}\n\n${text.slice(found.index + found[0].length)}`;
  return {
    kind,
    title: textField(fields.get('full title')),
    author: textField(fields.get('author')),
    url: addressOf(fields.get('url')),
    tags: tagsOf(fields.get('document tags')),
    content: rest.replace(COVER, '').trim(),
  };
}

const READ: ReadonlySet<string> = new Set(['author', 'full title', 'category', 'url', 'document tags']);
