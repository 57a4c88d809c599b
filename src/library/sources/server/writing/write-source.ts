import { createHash } from 'node:crypto';

import type { Insertable, Selectable, Transaction } from 'kysely';

import { languageOf } from '../../../passages/server/language.ts';
import { writePassages } from '../../../passages/server/write-passages.ts';
import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { noSuchSource, type OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { countWords, previewOf, titleFrom } from '../../domain/text-figures.ts';
import { linkKey, wikiLinksIn } from '../../domain/wiki-links.ts';
import { readAddress } from './address.ts';

/**
 * The only place that writes sources. What follows from title, text and address is computed here: the preview, the
 * number of words, a missing title, the keys of duplicates, links, passages and the index of words.
 */

export type SourceWriter = Pick<LibraryDependencies, 'newId' | 'onTextWritten'>;

type Columns = LibraryTables['sources'];
type Computed = 'content_hash' | 'preview' | 'words' | 'url_key' | 'changed_at' | 'version';
export type NewSourceRow = Omit<Insertable<Columns>, Computed>;
export type SourceColumns = Partial<Omit<Selectable<Columns>, Computed | 'id' | 'person_id' | 'added_at'>>;

export interface SourceUpdate {
  readonly columns: SourceColumns;
  readonly at: number;
}

export async function insertSources(
  trx: Transaction<LibraryTables>,
  writer: SourceWriter,
  rows: readonly NewSourceRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  for (const row of rows) {
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
        ...ofContent(row.content),
      })
      .execute();
    await writeText(trx, writer, { person: row.person_id, sourceId: row.id, content: row.content, language });
  }
  await writer.onTextWritten(trx, { person: first.person_id, sources: rows.map(({ id }) => id) });
}

/** Changes a source that may be deleted. A change of title or text raises its version. */
export async function updateSource(
  trx: Transaction<LibraryTables>,
  writer: SourceWriter,
  { person, sourceId, columns, at }: OwnedSource & SourceUpdate,
): Promise<void> {
  const before = await trx
    .selectFrom('sources')
    .select(['title', 'content', 'language', 'version'])
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!before) throw noSuchSource();
  const content = columns.content ?? before.content;
  const title = titleAfter(before, { title: columns.title, content });
  const isTextChanged = content !== before.content;
  const language = languageAfter(before, { language: columns.language, content });
  const isRaised = isTextChanged || title !== before.title;
  await trx
    .updateTable('sources')
    .set({
      ...columns,
      title,
      language,
      ...(columns.url !== undefined && ofAddress(columns.url)),
      ...(isTextChanged && ofContent(content)),
      ...(isRaised && { version: before.version + 1 }),
      changed_at: at,
    })
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .execute();
  if (isTextChanged) await writeText(trx, writer, { person, sourceId, content, language });
  if (isRaised || columns.tags !== undefined) await writer.onTextWritten(trx, { person, sources: [sourceId] });
}

/** A title that was made from the text follows the text. */
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

async function writeText(
  trx: Transaction<LibraryTables>,
  { newId }: SourceWriter,
  written: OwnedSource & { content: string; language: string | null },
): Promise<void> {
  await writeLinks(trx, written);
  await writePassages(trx, written, { content: written.content, newId });
}

function ofAddress(url: string | null) {
  return { url, url_key: url === null ? null : (readAddress(url)?.key ?? null) };
}

function ofContent(content: string) {
  return { content, content_hash: hashOfText(content), preview: previewOf(content), words: countWords(content) };
}

/** Equal for texts that differ in white space alone. Empty for a text without words. */
export function hashOfText(content: string): string {
  const text = content.replace(/\s+/g, ' ').trim();
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url');
}

const MAX_LINKS = 1_000;

/** Stores what a source links to, instead of what was stored before. */
async function writeLinks(
  trx: Transaction<LibraryTables>,
  { person, sourceId, content }: OwnedSource & { content: string },
): Promise<void> {
  await trx.deleteFrom('source_links').where('source_id', '=', sourceId).where('person_id', '=', person).execute();
  const keys = new Set(wikiLinksIn(content).map(({ target }) => linkKey(target)));
  keys.delete('');
  if (keys.size === 0) return;
  const rows = [...keys]
    .slice(0, MAX_LINKS)
    .map((key) => ({ source_id: sourceId, person_id: person, target_key: key }));
  await trx.insertInto('source_links').values(rows).execute();
}
