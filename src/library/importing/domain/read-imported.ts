import { cleanText, withoutDirectionMarks } from '#kernel/clean-text.ts';
import { replaceCode } from '#text/domain/code-ranges.ts';
import { shownOf } from '#text/domain/prose.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

import { isOfProgram } from '../../sources/domain/file-name.ts';
import { MAX_TAGS, MAX_TITLE, sourceKind, type SourceKind } from '../../storage/protocol.ts';
import { tableOfCsv } from './csv.ts';
import { addressAlone, addressOf, ambiguousDay, listOf, NoteFields, tagsOf, textField, timeOf } from './fields.ts';
import { type Field, type FieldValue, readFrontMatter } from './front-matter.ts';
import type { Imported, TextFile } from './imported.ts';
import { isFromNotion, titleOfPath } from './names.ts';
import { readNotion } from './notion.ts';
import { readOrg } from './org.ts';
import { readProperties } from './properties.ts';
import { readReadwise } from './readwise.ts';

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/iu;
const TABLE = /\.(?:csv|tsv)$/iu;
const ORG = /\.org$/iu;
const MAX_TAG = 60;
const MAX_ALIASES = 50;

/** Reads a text file by the conventions of Markdown, Obsidian, Notion, Readwise and others. */
export function readImported({ path, text, isOfCode = false }: TextFile): Imported & { readonly title: string } {
  const clean = cleanText(text.replace(/^\u{feff}/u, ''));
  const named = titleOfPath(path).slice(0, MAX_TITLE);
  const kind = isOfCode || isOfProgram(path) ? 'article_clip' : 'note';
  if (TABLE.test(path)) return { ...NOTHING, kind, title: named, content: tableOfCsv(clean) ?? clean.trim() };
  if (!MARKDOWN.test(path) && !ORG.test(path)) return { ...NOTHING, kind, title: named, content: clean.trim() };

  const front = ORG.test(path) ? readOrg(clean) : readFrontMatter(clean);
  const page = readProperties(front.body);
  const { heading, rest } = readHeading(page.body);
  const readwise = readReadwise(rest);
  const notion = isFromNotion(path) && !readwise ? readNotion(rest) : { fields: [], body: rest };
  const fields = new NoteFields([...front.fields, ...page.fields, ...notion.fields]);
  const below = (readwise?.content ?? notion.body).trim();

  const url = fields.first(URL_NAMES, addressAlone) ?? fields.first(URL_NAMES, addressOf) ?? readwise?.url ?? null;
  const written = fields.first(CREATED, timeOf);
  const given = fields.first(['title', 'titel'], textField) ?? readwise?.title ?? null;
  const title = given ?? heading ?? named;
  const read = {
    kind: fields.first(['kind', 'type'], kindOf) ?? readwise?.kind ?? kindByAddress(url) ?? kind,
    title: title.slice(0, MAX_TITLE),
    author: fields.first(AUTHORS, textField) ?? readwise?.author ?? null,
    url,
    tags: distinct([...fields.all(TAGS, tagsOf), ...(readwise?.tags ?? []), ...(readwise ? [] : inlineTags(below))]),
    aliases: [...new Set(fields.all(['aliases', 'alias'], listOf))].slice(0, MAX_ALIASES),
    createdAt: written?.at ?? null,
    createdOn: written?.on ?? null,
    leftOut: written ? [] : unreadDay(fields),
  };
  const ofNotion = new Set<Field>(notion.fields);
  const left = fields.left();
  const above = left
    .filter((field) => ofNotion.has(field))
    .map(({ name, value }) => `${name}: ${listOf(value).join(', ')}  `);
  const others = left.filter((field) => !ofNotion.has(field) && !SHOWN.has(field.name.toLowerCase()));
  // A heading that is not the title remains in the text.
  const head = heading !== null && given !== null && !readwise && heading !== given ? `# ${heading}` : '';
  const isEmpty = below === '' && above.length === 0;
  const body = isEmpty ? (heading ?? '') : [head, above.join('\n'), below].filter(Boolean).join('\n\n');
  const list = others.flatMap(({ name, value }) => listed(name, value)).join('\n');
  return { ...read, content: [body.trim(), list].filter(Boolean).join('\n\n') };
}

// Names of fields, in English and German.
const URL_NAMES = ['url', 'source', 'link', 'source_url', 'quelle'];
const AUTHORS = ['author', 'authors', 'created by', 'autor', 'autorin', 'autoren', 'verfasser', 'verfasserin'];
const TAGS = ['tags', 'tag', 'schlagwörter', 'schlagworte', 'schlagwort', 'stichwörter', 'stichworte', 'stichwort'];
const CREATED =
  'created,date created,created_at,date_created,createdat,created-at,created time,date,published,saved,datum,erstellt,erstellt am,erstellungsdatum,veröffentlicht'.split(
    ',',
  );
/** Fields that control how Obsidian displays a note. */
const SHOWN: ReadonlySet<string> = new Set(['cssclass', 'cssclasses', 'publish']);

function unreadDay(fields: NoteFields): Imported['leftOut'] {
  const ofDays = fields.left().filter(({ name }) => CREATED.includes(name.toLowerCase()));
  const day = ofDays.map(({ value }) => ambiguousDay(value)).find((each) => each !== null);
  return day === undefined ? [] : [`The date “${day.slice(0, 40)}” can be read in two ways and was not read.`];
}

const NOTHING = {
  author: null,
  url: null,
  tags: [],
  aliases: [],
  createdAt: null,
  createdOn: null,
  leftOut: [],
} as const satisfies Partial<Imported>;

const HTML_TAG = /<\/?[a-z][a-z\d-]{0,20}(?:\s[^<>]{0,500})?\/?>/iu;
const withoutTags = (text: string) => text.replace(new RegExp(HTML_TAG, 'giu'), ' ').replace(/\s+/gu, ' ').trim();

/**
 * A heading in the first line is the title and is removed from the text, unless it contains links, badges or HTML,
 * which cannot be part of a title.
 */
function readHeading(body: string): { heading: string | null; rest: string } {
  const [, ofHtml] = /^\s*<h1(?:\s[^>]{0,300})?>([\s\S]{0,600}?)<\/h1>/iu.exec(body) ?? [];
  if (ofHtml !== undefined) return { heading: textField(shownOf(withoutTags(ofHtml))), rest: body };
  const [whole, given] = /^\s*# ([^\n]+)(?:\n|$)/u.exec(body) ?? [];
  if (whole === undefined || given === undefined) return { heading: null, rest: body };
  const line = given.trimStart();
  if (/\]\s?[[(]/u.test(line) || HTML_TAG.test(line))
    return { heading: textField(shownOf(withoutTags(trimEnd(line, /[ \t#]/u)))), rest: body };
  return { heading: textField(trimEnd(line, /[ \t#]/u) || line.slice(0, 1)), rest: body.slice(whole.length) };
}

function kindOf(value: FieldValue): SourceKind | null {
  const named = sourceKind.safeParse(textField(value)?.toLowerCase().replaceAll(/[\s-]/gu, '_'));
  return named.success ? named.data : null;
}

/** A source with an address is not the person's own. */
function kindByAddress(url: string | null): SourceKind | null {
  if (url === null) return null;
  return /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\//iu.test(url) ? 'tweet' : 'article_clip';
}

/** Without repetitions that differ only in case. */
function distinct(tags: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((each) => withoutDirectionMarks(each).slice(0, MAX_TAG).trim()))
    if (tag !== '' && !byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey.values()].slice(0, MAX_TAGS);
}

const MAX_DEPTH = 6;

/**
 * A field without a place in a source, as list items below the text, so that search finds it. Nested values become
 * nested items.
 */
function listed(name: string, value: FieldValue, depth = 0): readonly string[] {
  const item = `${'  '.repeat(depth)}- ${oneLine(name)}`;
  if (typeof value === 'string') return value.trim() === '' ? [] : [`${item}: ${oneLine(value)}`];
  const parts = (Array.isArray(value) ? (value as readonly FieldValue[]) : [value]).filter((part) => part !== '');
  if (parts.every((part) => typeof part === 'string'))
    return parts.length === 0 ? [] : [`${item}: ${parts.map(oneLine).join(', ')}`];
  if (depth === MAX_DEPTH) return [`${item}: ${oneLine(JSON.stringify(value))}`];
  const inside = parts.flatMap((part) => {
    if (typeof part === 'string') return [`${'  '.repeat(depth + 1)}- ${oneLine(part)}`];
    return Object.entries(part).flatMap(([key, each]) => listed(key, each, depth + 1));
  });
  return inside.length === 0 ? [] : [`${item}:`, ...inside];
}

function oneLine(text: string): string {
  return textField(text) ?? cleanText(text).replace(/\s+/gu, ' ').trim();
}

/**
 * Obsidian's #tags in a text, without their signs. A tag contains a letter and is outside code and addresses; colours
 * are not tags.
 */
function inlineTags(text: string): readonly string[] {
  const words = replaceCode(text, () => ' ').replace(NO_TEXT, ' ');
  const named = Array.from(words.matchAll(BRACKETED), ([, tag = '']) => tag.trim());
  const tags = Array.from(words.replace(LINK_TARGET, ' ').matchAll(TAG), ([, tag = '']) => trimEnd(tag, /[/-]/u));
  return [...named, ...tags.filter((tag) => !COLOR.test(tag))];
}

/** Link definitions, indented code, and template placeholders. */
const NO_TEXT = /^ {0,3}\[[^\][\n]{1,200}\]:[^\n]*$|^(?: {4}|\t)[ \t]*#[^\n]*$|#[^\s#{<]{0,100}(?:\{\{|<%)[^\n]*/gmu;
/** A Logseq tag that contains spaces. */
const BRACKETED = /(?<![^\s("'“])#\[\[([^\][\n]{1,100})\]\]/gu;
const COLOR = /^(?=[a-f]*\d)(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/iu;

const LINK_TARGET = /\]\((?:[^)\n\]]|\](?!\())*\)|<[^<>\n]*>|\[\[[^\][\n]*\]\]/gu;
const TAG = /(?<![^\s("'“])#(?=[\p{N}_/-]*\p{L})([\p{L}\p{N}\p{M}_/-]+)/gu;
