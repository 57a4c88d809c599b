import { createHash } from 'node:crypto';

import type { Kysely } from 'kysely';

import { functionWords, talkWords } from '#text/domain/function-words.ts';
import { withUmlautsSpelled } from '#text/domain/stems.ts';
import { type Term, termsIn } from '#text/domain/terms.ts';
import { wordsIn } from '#text/domain/words-in.ts';

import { listIn } from '../../storage/server/source-summary.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { beginsWith } from '../domain/begins-with.ts';

/** One document of the index of words: a short source, or a passage of a long one. */
export interface WordUnit {
  /** Row of its first passage. */
  readonly row: number;
  readonly sourceId: string;
  /** Changes whenever the words change. */
  readonly digest: string;
  /** Computed on demand. */
  terms(): readonly Term[];
  /** The terms of the source's whole title and aliases; only in its first unit. */
  readonly names: readonly string[];
}

/** In characters. */
const MAX_NAME = 300;

/** The term for a whole name: `The box` differs from `the` and `box`. Null for a name without words. */
function termOfName(name: string): string | null {
  const forms = wordsIn(withUmlautsSpelled(name).slice(0, MAX_NAME)).map(({ form }) => form);
  return forms.length === 0 ? null : `:${forms.join('.')}`;
}

/** In words. Names after these are not searched for. */
const MAX_ASKED = 60;
const MAX_NAME_WORDS = 6;

/**
 * The terms of the names that a query can contain: the whole query, and runs of its words with at least two telling
 * ones, or with all if there are fewer, as "induced demand" in "What is induced demand?".
 */
export function namesIn(query: string): readonly string[] {
  const whole = termOfName(query);
  const words = wordsIn(withUmlautsSpelled(query)).slice(0, MAX_ASKED);
  const telling = words.map(({ form }) => !functionWords.has(form) && !talkWords.has(form));
  const all = telling.filter(Boolean).length;
  const names = new Set(whole === null ? [] : [whole]);
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to += 1) {
      const said = telling.slice(from, to).filter(Boolean).length;
      const forms = words.slice(from, to).map(({ form }) => form);
      if (said > 0 && said >= Math.min(2, all)) names.add(`:${forms.join('.')}`);
    }
  return [...names];
}

/**
 * In characters, some 3,000 words. BM25 compares whole texts best, but a long text contains words for any query, so
 * only its passages show what it is about.
 */
export const MAX_WHOLE_LENGTH = 20_000;

interface Text {
  readonly text: string;
  readonly language: string | null;
}

/**
 * The units of these sources as they are stored now. The title, the tags and the aliases belong to the first unit, so
 * that they find the source even if no passage contains their words. A title made from the first words counts once.
 */
export async function readWordUnits(db: Kysely<LibraryTables>, sourceIds: readonly string[]): Promise<WordUnit[]> {
  const sources = await readHeadings(db, sourceIds);
  const passages = await unitTexts(db)
    .where('source_id', 'in', [...sourceIds])
    .orderBy('source_id')
    .orderBy('number')
    .execute();
  const ofSource = Map.groupBy(passages, (passage) => passage.source_id);
  return sources.flatMap((source) => {
    const own = ofSource.get(source.id) ?? [];
    const length = own.reduce((sum, { text }) => sum + text.length, 0);
    const parts = length <= MAX_WHOLE_LENGTH ? [own] : own.map((passage) => [passage]);
    return parts.flatMap((part, index) => unitOf(source, part, index === 0) ?? []);
  });
}

/** The units of some passages of a long source, in their order. */
export async function readPassageUnits(
  db: Kysely<LibraryTables>,
  sourceId: string,
  rows: readonly number[],
): Promise<WordUnit[]> {
  const [source] = await readHeadings(db, [sourceId]);
  if (!source) return [];
  const passages = await unitTexts(db)
    .where('row', 'in', [...rows])
    .orderBy('number')
    .execute();
  return passages.flatMap((passage) => unitOf(source, [passage], passage.number === 1) ?? []);
}

/** Equals the digest of the unit of one passage, unless that is the first one. */
export function digestOfPassage(hash: string): string {
  return digestOf([hash]);
}

function readHeadings(db: Kysely<LibraryTables>, ids: readonly string[]) {
  return db
    .selectFrom('sources')
    .select(['id', 'title', 'tags', 'aliases', 'language'])
    .where('id', 'in', [...ids])
    .execute();
}

function unitTexts(db: Kysely<LibraryTables>) {
  return db.selectFrom('passages').select(['row', 'source_id', 'number', 'text', 'hash', 'language']);
}

type Heading = Awaited<ReturnType<typeof readHeadings>>[number];
type Part = Text & { readonly row: number; readonly hash: string };

function unitOf(
  { id, title, tags, aliases, language }: Heading,
  part: readonly Part[],
  isFirst: boolean,
): WordUnit | null {
  const [first] = part;
  if (!first) return null;
  const isSaid = beginsWith(first.text, title);
  const further = listIn(aliases);
  const heading = [...(isSaid ? [] : [title]), ...listIn(tags), ...further].join('\n');
  const texts: Text[] = [...(isFirst ? [{ text: heading, language }] : []), ...part];
  const names = isFirst ? [title, ...further].map(termOfName).filter((name) => name !== null) : [];
  const digest = digestOf([...(isFirst ? [heading, ...names] : []), ...part.map(({ hash }) => hash)]);
  return { row: first.row, sourceId: id, digest, terms: () => texts.flatMap((text) => termsOf(text)), names };
}

function termsOf({ text, language }: Text): readonly Term[] {
  return termsIn(text, language);
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 22);
}
