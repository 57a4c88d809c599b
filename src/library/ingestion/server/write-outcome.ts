import type { Transaction } from 'kysely';

import { cleanText } from '#kernel/clean-text.ts';

import { titleOfFile } from '../../sources/domain/file-name.ts';
import { storeFile } from '../../sources/server/files/add-file.ts';
import { updateSource } from '../../sources/server/writing/write-source.ts';
import { type LibraryProblem, MAX_CONTENT, MAX_TAGS, MAX_TITLE, tags as tagsShape } from '../../storage/protocol.ts';
import type { LibraryDependencies, TextFacts, Texts } from '../../storage/server/dependencies.ts';
import { type OwnedSource, sourceThere } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { isPdf } from './given-document.ts';
import { type GivenDocument, type ReadDocument, UnreadableDocument } from './read-document.ts';
import { forgetReadings } from './reading-attempts.ts';

export type WritingOutcome = Pick<LibraryDependencies, 'now' | 'newId' | 'onTextWritten'>;

interface Outcome {
  readonly document: GivenDocument;
  readonly read: ReadDocument;
  readonly text: ReadText;
}

interface ReadText {
  readonly content: string;
  readonly facts: TextFacts;
}

export async function readText(texts: Texts, person: string, read: ReadDocument): Promise<ReadText> {
  const content = cleanText(read.content);
  if (content.length > MAX_CONTENT)
    throw new UnreadableDocument('This has more than 10 million characters.', { remedy: 'Add it in parts.' });
  return { content, facts: await texts.factsOf(person, content) };
}

/**
 * Writes the result of a reading. Keeps what the person has set or changed meanwhile: title, text, tags, and the
 * deletion of the source.
 */
export async function writeRead(
  trx: Transaction<LibraryTables>,
  source: OwnedSource,
  { document, read, text, ...writer }: Outcome & WritingOutcome,
): Promise<void> {
  const row = await sourceThere(trx, source)
    .select(['kind', 'title', 'content_hash', 'author', 'site', 'language', 'tags', 'created_at', 'added_at'])
    .select('edited_at')
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (!row) return;
  const isFetchedPdf = document.url !== null && isPdf(document);
  // A file name is not a title that the person has chosen.
  const isNamedByFile = row.edited_at === null && document.name !== '' && row.title === titleOfFile(document.name);
  const isEdited = row.edited_at !== null && row.content_hash !== '';
  const columns = {
    title: (isNamedByFile ? line(read.title) : null) ?? (row.title || line(read.title) || ''),
    author: line(read.author) ?? row.author,
    site: line(read.site) ?? row.site,
    language: read.language ?? row.language,
    ...(read.aliases && { aliases: JSON.stringify(read.aliases) }),
    tags: JSON.stringify(mergedTags(JSON.parse(row.tags) as string[], read.tags)),
    ...(read.createdAt !== null &&
      row.created_at === row.added_at && {
        created_at: Math.round(read.createdAt),
        created_on: read.createdOn ?? null,
      }),
    ...(isFetchedPdf && row.kind === 'link' && { kind: 'article_clip' as const }),
    ...(!isEdited && { content: text.content, left_out: JSON.stringify(read.leftOut) }),
    state: 'read' as const,
    problem: null,
  };
  await updateSource(trx, writer, { ...source, columns, facts: text.facts, at: writer.now() });
  await forgetReadings(trx, source);
  if (isFetchedPdf) {
    const { name, bytes } = document;
    await storeFile(trx, source, { name: line(name) || 'document.pdf', mediaType: 'application/pdf', bytes });
  }
}

/** Values set by the person remain. */
export async function writeFailed(
  trx: Transaction<LibraryTables>,
  source: OwnedSource,
  { problem, now }: { readonly problem: LibraryProblem; readonly now: () => number },
): Promise<void> {
  await trx
    .updateTable('sources')
    .set({ state: 'failed', problem: JSON.stringify(problem), changed_at: now() })
    .where('id', '=', source.sourceId)
    .where('person_id', '=', source.person)
    .where('state', '=', 'waiting')
    .execute();
  await forgetReadings(trx, source);
}

/** One line within the length limit. Null if it is empty. */
function line(text: string | null): string | null {
  return (
    cleanText(text ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_TITLE)
      .toWellFormed() || null
  );
}

/** Puts the person's tags first and leaves out invalid ones. */
function mergedTags(own: readonly string[], read: readonly string[]): string[] {
  const valid = read.flatMap((tag) => tagsShape.safeParse([tag]).data ?? []);
  return [...new Set([...own, ...valid])].slice(0, Math.max(MAX_TAGS, own.length));
}
