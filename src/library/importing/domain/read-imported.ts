import { parse } from 'yaml';

import { cleanText } from '#kernel/clean-text.ts';
import { replaceCode } from '#text/domain/code-ranges.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

import { MAX_TAGS, MAX_TITLE, sourceKind, type SourceKind } from '../../storage/protocol.ts';
import { addressOf, listOf, tagsOf, textField, timeOf } from './fields.ts';
import type { Imported, TextFile } from './imported.ts';
import { isFromNotion, titleOfPath } from './names.ts';
import { readNotion } from './notion.ts';
import { readReadwise } from './readwise.ts';

const MAX_FRONT_MATTER = 64 * 1024;
const FENCED = /^---[ \t]*\n(?<yaml>[\s\S]*?)(?:\n)?^(?:---|\.\.\.)[ \t]*(?:\n|$)/mu;

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/iu;
const MAX_TAG = 60;
const MAX_ALIASES = 50;

/** Reads a text file by the conventions of Markdown, Obsidian, Notion and Readwise. */
export function readImported({ path, text }: TextFile): Imported & { readonly title: string } {
  const clean = cleanText(text.replace(/^\u{feff}/u, ''));
  const named = titleOfPath(path).slice(0, MAX_TITLE);
  if (!MARKDOWN.test(path)) return { ...NOTHING, title: named, content: clean.trim() };

  const { fields, body } = readFrontMatter(clean);
  const field = (...names: readonly string[]) =>
    names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== null);
  const { heading, rest } = readHeading(body);
  const readwise = readReadwise(rest);
  const declared = readwise ?? (isFromNotion(path) ? readNotion(rest) : {});
  const content = declared.content ?? rest.trim();

  const url = addressOf(field('url', 'source', 'link', 'source_url')) ?? declared.url ?? null;
  return {
    kind: kindOf(field('kind', 'type')) ?? declared.kind ?? kindByAddress(url),
    title: (textField(field('title')) ?? declared.title ?? heading ?? named).slice(0, MAX_TITLE),
    author: textField(field('author', 'authors')) ?? declared.author ?? null,
    url,
    tags: distinct([
      ...tagsOf(field('tags', 'tag')),
      ...(declared.tags ?? []),
      ...(readwise ? [] : inlineTags(content)),
    ]),
    aliases: [...new Set(listOf(field('aliases', 'alias')))].slice(0, MAX_ALIASES),
    createdAt: firstTime(field, CREATED) ?? declared.createdAt ?? null,
    content: withOtherFields(content === '' ? (heading ?? '') : content, fields),
    leftOut: [],
  };
}

const NOTHING = {
  kind: 'note',
  author: null,
  url: null,
  tags: [],
  aliases: [],
  createdAt: null,
  leftOut: [],
} as const satisfies Partial<Imported>;

/** A heading in the first line is the title and does not stand in the text again. */
function readHeading(body: string): { heading: string | null; rest: string } {
  const [whole, given] = /^\s*# ([^\n]+)(?:\n|$)/u.exec(body) ?? [];
  if (whole === undefined || given === undefined) return { heading: null, rest: body };
  const line = given.trimStart();
  return { heading: textField(trimEnd(line, /[ \t#]/u) || line.slice(0, 1)), rest: body.slice(whole.length) };
}

const CREATED = ['created', 'date created', 'created_at', 'date_created', 'createdat', 'date', 'published', 'saved'];

function firstTime(field: (name: string) => unknown, names: readonly string[]): number | null {
  return names.map((name) => timeOf(field(name))).find((time) => time !== null) ?? null;
}

function kindOf(value: unknown): SourceKind | null {
  const named = sourceKind.safeParse(textField(value)?.toLowerCase().replaceAll(/[\s-]/gu, '_'));
  return named.success ? named.data : null;
}

/** A source with an address is not the person's own. */
function kindByAddress(url: string | null): SourceKind {
  if (url === null) return 'note';
  return /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\//iu.test(url) ? 'tweet' : 'article_clip';
}

/** Without repetitions that differ by case alone. */
function distinct(tags: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((each) => each.slice(0, MAX_TAG).trim()))
    if (tag !== '' && !byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey.values()].slice(0, MAX_TAGS);
}

const READ = 'title author authors url source link source_url tags tag aliases alias kind type'.split(' ');
/** How Obsidian shows a note. */
const SHOWN = ['cssclass', 'cssclasses', 'publish'];
const KNOWN: ReadonlySet<string> = new Set([...READ, ...CREATED, ...SHOWN]);

/**
 * Fields of the front matter that have no place in a source stay as a list below the text, so that they can be found.
 */
function withOtherFields(content: string, fields: ReadonlyMap<string, unknown>): string {
  const lines = [...fields].flatMap(([name, value]) => {
    const words = KNOWN.has(name) ? '' : listOf(value).join(', ');
    return words === '' ? [] : [`- ${name}: ${words}`];
  });
  return lines.length === 0 ? content : `${content}\n\n${lines.join('\n')}`.trim();
}

/**
 * The #tags of Obsidian in a text, without their signs. They have a letter, and are neither in code nor in addresses.
 */
function inlineTags(text: string): readonly string[] {
  const words = replaceCode(text, () => ' ').replace(LINK_TARGET, ' ');
  return [...words.matchAll(TAG)].map((found) => trimEnd(found[1] ?? '', /[/-]/u));
}

const LINK_TARGET = /\]\((?:[^)\n\]]|\](?!\())*\)|<[^<>\n]*>|\[\[[^\][\n]*\]\]/gu;
const TAG = /(?<![^\s("'“])#(?=[\p{N}_/-]*\p{L})([\p{L}\p{N}\p{M}_/-]+)/gu;

interface FrontMatter {
  /** By names in lower case; empty without front matter. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The text below it. */
  readonly body: string;
}

/** The YAML at the top of a Markdown file. What is not YAML with named fields belongs to the text. */
function readFrontMatter(text: string): FrontMatter {
  const none = { fields: new Map<string, unknown>(), body: text };
  if (!/^---[ \t]*\n/u.test(text)) return none;
  const found = FENCED.exec(text.slice(0, MAX_FRONT_MATTER));
  if (found?.index !== 0) return none;
  const fields = fieldsOf(found.groups?.['yaml'] ?? '');
  return fields ? { fields, body: text.slice(found[0].length) } : none;
}

function fieldsOf(yaml: string): ReadonlyMap<string, unknown> | null {
  let value: unknown;
  try {
    // Without maps, keys that hold lists or mappings would be written out, in time that doubles with each level.
    value = parse(yaml, { logLevel: 'error', prettyErrors: false, uniqueKeys: false, mapAsMap: true });
  } catch {
    return null;
  }
  if (value === null) return new Map();
  if (!(value instanceof Map)) return null;
  const named = [...(value as Map<unknown, unknown>)].filter(([name]) => typeof name !== 'object' || name === null);
  return new Map(
    named.map(([name, field]) => [
      String(name ?? '')
        .trim()
        .toLowerCase(),
      field,
    ]),
  );
}
