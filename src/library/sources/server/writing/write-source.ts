import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { Insertable, Selectable, Transaction } from 'kysely';

import { placeHighlights } from '../../../highlights/server/place-highlights.ts';
import { languageOf } from '../../../passages/server/language.ts';
import { writePassages } from '../../../passages/server/write-passages.ts';
import type { LibraryDependencies, TextFacts } from '../../../storage/server/dependencies.ts';
import { letOthersGo } from '../../../storage/server/let-others-go.ts';
import { noSuchSource, type OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import {
  endWaiting,
  letTextWait,
  MAX_LENGTH_AT_ONCE,
  MAX_PASSAGES_AT_ONCE,
} from '../../../storage/server/waiting-texts.ts';
import { previewOf, titleFrom } from '../../domain/text-figures.ts';
import { readAddress } from './address.ts';
import { factsOf } from './text-facts.ts';

/**
 * The only place that writes sources. It computes everything that depends on title, text and address: the preview, the
 * number of words, a missing title, the keys of duplicates, links, passages and the index of words.
 */

export type SourceWriter = Pick<LibraryDependencies, 'newId' | 'onTextWritten'>;

type Columns = LibraryTables['sources'];
type Computed = 'content_hash' | 'preview' | 'words' | 'url_key' | 'changed_at' | 'version';
export type NewSourceRow = Omit<Insertable<Columns>, Computed> & {
  /** Facts about the content. For a long text without them they are computed in the background. */
  readonly facts?: TextFacts;
};
export type SourceColumns = Partial<Omit<Selectable<Columns>, Computed | 'id' | 'person_id' | 'added_at'>>;

export interface SourceUpdate {
  readonly columns: SourceColumns;
  /** Facts about the new content; see `NewSourceRow`. */
  readonly facts?: TextFacts | undefined;
  readonly at: number;
}

interface WrittenText {
  readonly content: string;
  readonly language: string | null;
  readonly facts: TextFacts | null;
  readonly at: number;
  /** Its passages are written in the background: it is long, or other texts of the transaction are. */
  readonly isLate?: boolean;
}

export async function insertSources(
  trx: Transaction<LibraryTables>,
  writer: SourceWriter,
  rows: readonly NewSourceRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  let length = 0;
  for (const { facts: given, ...row } of rows) {
    const facts = knownFacts(row.content, given);
    const title = row.title || titleFrom(row.content);
    const language = row.language ?? languageOf(row.content);
    await trx
      .insertInto('sources')
      .values({
        ...row,
        title,
        language,
        changed_at: row.added_at,
        ...ofAddress(row.url ?? null),
        ...ofContent(row.content, facts),
      })
      .execute();
    const { person_id: person, id: sourceId, content, added_at: at } = row;
    await letOthersGo(content);
    length += content.length;
    const isLate = length > MAX_LENGTH_AT_ONCE;
    if (isLate) await setImmediate();
    await writeText(trx, writer, { person, sourceId, content, language, facts, at, isLate });
  }
  await writer.onTextWritten(trx, { person: first.person_id, sources: rows.map(({ id }) => id) });
}

/** Changes a source, which may be deleted. A change of title or text raises its version. */
export async function updateSource(
  trx: Transaction<LibraryTables>,
  writer: SourceWriter,
  { person, sourceId, columns, facts: given, at }: OwnedSource & SourceUpdate,
): Promise<void> {
  const before = await trx
    .selectFrom('sources')
    .select(['title', 'content', 'language', 'version'])
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow(noSuchSource);
  const content = columns.content ?? before.content;
  await letOthersGo(before.content);
  const title = titleAfter(before, { title: columns.title, content });
  const isTextChanged = content !== before.content;
  const facts = isTextChanged ? knownFacts(content, given) : null;
  const language = languageAfter(before, { language: columns.language, content });
  const isRaised = isTextChanged || title !== before.title;
  await trx
    .updateTable('sources')
    .set({
      ...columns,
      title,
      language,
      ...(columns.url !== undefined && ofAddress(columns.url)),
      ...(isTextChanged && ofContent(content, facts)),
      ...(isRaised && { version: before.version + 1 }),
      changed_at: at,
    })
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .execute();
  await letOthersGo(content);
  if (isTextChanged) await placeHighlights(trx, { person, sourceId }, { before: before.content, after: content });
  if (isTextChanged) await writeText(trx, writer, { person, sourceId, content, language, facts, at });
  if (isRaised || columns.tags !== undefined) await writer.onTextWritten(trx, { person, sources: [sourceId] });
}

/** A title that was made from the text changes with the text. */
function titleAfter(
  before: { title: string; content: string },
  { title = before.title, content }: { title: string | undefined; content: string },
): string {
  const isMade = title === '' || (title === before.title && title === titleFrom(before.content));
  return isMade ? titleFrom(content) : title;
}

function languageAfter(
  before: { language: string | null; content: string },
  { language, content }: { language: string | null | undefined; content: string },
): string | null {
  if (language !== undefined) return language ?? languageOf(content);
  return content === before.content ? before.language : (languageOf(content) ?? before.language);
}

/**
 * Writes the passages of a text. Those of a long text are written in the background; until then the source has none,
 * and without `facts` these are computed then too.
 */
async function writeText(
  trx: Transaction<LibraryTables>,
  { newId }: SourceWriter,
  {
    person,
    sourceId,
    content,
    language,
    facts,
    at,
    isLate = content.length > MAX_LENGTH_AT_ONCE,
  }: OwnedSource & WrittenText,
): Promise<void> {
  const owned = { person, sourceId };
  if (facts) await writeLinks(trx, owned, facts.links);
  const isWritten =
    !isLate && (await writePassages(trx, { ...owned, language }, { content, newId, limit: MAX_PASSAGES_AT_ONCE }));
  await (isWritten ? endWaiting(trx, owned) : letTextWait(trx, owned, at));
}

function ofAddress(url: string | null) {
  return { url, url_key: url === null ? null : (readAddress(url)?.key ?? null) };
}

function ofContent(content: string, facts: TextFacts | null) {
  return {
    content,
    preview: previewOf(content),
    // Until the hash is computed, a value that no other text has.
    content_hash: facts?.hash ?? randomUUID(),
    ...(facts && { words: facts.words }),
  };
}

/** The given facts, or those of a short text. Those of a long text are computed in the background. */
function knownFacts(content: string, given: TextFacts | undefined): TextFacts | null {
  return given ?? (content.length <= MAX_LENGTH_AT_ONCE ? factsOf(content) : null);
}

/** Writes the facts of a text that was stored without them. */
export async function writeFacts(
  trx: Transaction<LibraryTables>,
  { person, sourceId }: OwnedSource,
  { hash, words, links }: TextFacts,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sources')
    .set({ content_hash: hash, words })
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .where('content_hash', '!=', hash)
    .executeTakeFirst();
  if (Number(numUpdatedRows) > 0) await writeLinks(trx, { person, sourceId }, links);
}

/** Replaces the stored links of a source. */
async function writeLinks(
  trx: Transaction<LibraryTables>,
  { person, sourceId }: OwnedSource,
  links: readonly string[],
): Promise<void> {
  await trx.deleteFrom('source_links').where('source_id', '=', sourceId).where('person_id', '=', person).execute();
  if (links.length === 0) return;
  const rows = links.map((key) => ({ source_id: sourceId, person_id: person, target_key: key }));
  await trx.insertInto('source_links').values(rows).execute();
}
