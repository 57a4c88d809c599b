import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { isBlank } from '#kernel/clean-text.ts';

import { insertSources, updateSource } from '../../sources/server/writing/write-source.ts';
import { type LibraryProblem, MAX_CONTENT, MAX_TAGS } from '../../storage/protocol.ts';
import type { LibraryDependencies, TextFacts } from '../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { importKey, isDocument } from '../domain/imported.ts';
import type { readImported } from '../domain/read-imported.ts';
import type { importBatch, ImportResult } from '../protocol.ts';
import { bucketByName, bucketNameFor } from './bucket-by-name.ts';
import { findImported, findSame, type ImportedRow } from './find-imported.ts';
import type { ImportThread } from './import-thread.ts';
import { type Before, beforeUpdate, recordChanges, type Run } from './run-changes.ts';

export type ImportDependencies = Pick<
  LibraryDependencies,
  'database' | 'undo' | 'now' | 'settledNow' | 'newId' | 'onTextWritten' | 'notify' | 'wakeIngestion' | 'texts'
> & { readonly importThread: ImportThread };

type Batch = z.output<typeof importBatch>;
type TextFile = Batch['files'][number];
/** Characters of the files of one transaction: few, so that other writers need not wait. */
const LENGTH_AT_ONCE = 20_000;
const FILES_AT_ONCE = 10;

interface ReadFile {
  readonly file: TextFile;
  readonly hash: string;
  readonly read: ReturnType<typeof readImported>;
  readonly facts: TextFacts;
}

/** Adds text files, or updates the sources that they were imported as. */
export async function importTexts(
  dependencies: ImportDependencies,
  person: string,
  { run, name, bucket, kind, files }: Batch,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  for (let rest = files; rest.length > 0;) {
    const part: ReadFile[] = [];
    for (let length = 0; length < LENGTH_AT_ONCE && part.length < Math.min(FILES_AT_ONCE, rest.length);) {
      const file = rest[part.length] as TextFile;
      part.push(await readFile(dependencies, person, file));
      length += file.text.length;
    }
    rest = rest.slice(part.length);
    const given = { person, run, name, at: dependencies.now() };
    results.push(
      ...(await dependencies.database.write((trx) =>
        importPart(trx, dependencies, { run: given, bucket, kind, files: part }),
      )),
    );
  }
  if (results.some(({ outcome }) => outcome === 'added' || outcome === 'updated')) dependencies.notify(person, []);
  return results;
}

async function readFile(
  { texts, importThread }: ImportDependencies,
  person: string,
  file: TextFile,
): Promise<ReadFile> {
  const read = await importThread.read(person, file);
  await setImmediate();
  const hash = createHash('sha256').update(file.text).digest('hex');
  return { file, hash, read, facts: await texts.factsOf(person, read.content) };
}

interface Part {
  readonly run: Run;
  readonly bucket: Batch['bucket'];
  readonly kind: Batch['kind'];
  readonly files: readonly ReadFile[];
}

async function importPart(
  trx: Transaction<LibraryTables>,
  dependencies: ImportDependencies,
  { run, bucket, kind, files }: Part,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  const sources: { id: string; before: Before | null; hash: string }[] = [];
  const buckets = new Map<string, string>();
  const added: string[] = [];
  async function bucketIdFor(path: string): Promise<string | null> {
    const name = bucketNameFor(path, bucket);
    if (name === null) return null;
    const held = buckets.get(name);
    if (held !== undefined) return held;
    const { bucketId, isNew } = await bucketByName(trx, dependencies, { person: run.person, name });
    buckets.set(name, bucketId);
    if (isNew) added.push(bucketId);
    return bucketId;
  }
  for (const each of files) {
    const { file, hash } = each;
    const { before, ...result } = await importOne(trx, dependencies, { ...each, kind, run, bucketIdFor });
    results.push({ path: file.path, problem: null, ...result });
    if (before !== undefined && result.sourceId !== null) sources.push({ id: result.sourceId, before, hash });
  }
  await recordChanges(trx, dependencies, { run, changes: { buckets: added, sources } });
  return results;
}

interface One extends ReadFile {
  readonly run: Run;
  readonly kind: Batch['kind'];
  readonly bucketIdFor: (path: string) => Promise<string | null>;
}

/** `before` is given for a change. */
type Outcome = Pick<ImportResult, 'outcome' | 'sourceId'> & { problem?: LibraryProblem; before?: Before | null };

async function importOne(
  trx: Transaction<LibraryTables>,
  dependencies: ImportDependencies,
  { run, file, hash, read, facts, kind, bucketIdFor }: One,
): Promise<Outcome> {
  const { person } = run;
  const key = importKey(run.name, file.path);
  const there = (await findImported(trx, person, [key])).get(key);
  if (there?.import_hash === hash) return { outcome: 'unchanged', sourceId: there.id };

  const problem = problemOf(read.content, file.text);
  if (problem) return { outcome: 'refused', sourceId: null, problem };
  if (there) return update(trx, dependencies, { run, there, read, facts, hash });

  const same = await findSame(trx, person, { title: read.title, contentHash: facts.hash });
  if (same !== undefined) {
    await storeHash(trx, { person, id: same }, { import_key: key, import_hash: hash });
    return { outcome: 'unchanged', sourceId: same };
  }
  const id = dependencies.newId();
  await insertSources(trx, dependencies, [
    {
      id,
      person_id: person,
      kind: kind ?? read.kind,
      origin: 'file',
      bucket_id: await bucketIdFor(file.path),
      title: read.title,
      url: read.url,
      content: read.content,
      facts,
      tags: JSON.stringify(read.tags),
      aliases: JSON.stringify(read.aliases),
      left_out: JSON.stringify(read.leftOut),
      author: read.author,
      created_at: read.createdAt ?? (file.modifiedAt > 0 ? Math.min(file.modifiedAt, run.at) : run.at),
      created_on: read.createdOn,
      added_at: run.at,
      state: 'read',
      import_key: key,
      import_hash: hash,
    },
  ]);
  return { outcome: 'added', sourceId: id, before: null };
}

/** The file has changed. What the person has edited since stays as it is; the same change is not told again. */
async function update(
  trx: Transaction<LibraryTables>,
  dependencies: ImportDependencies,
  { run, there, read, facts, hash }: Omit<ReadFile, 'file'> & { run: Run; there: ImportedRow },
): Promise<Outcome> {
  const { person, at } = run;
  const { id } = there;
  if (there.edited_at !== null) {
    await storeHash(trx, { person, id }, { import_hash: hash });
    return { outcome: 'kept', sourceId: id };
  }
  const held = JSON.parse(there.tags) as string[];
  const columns = {
    title: read.title,
    content: read.content,
    // The person's own tags stay.
    tags: JSON.stringify([...new Set([...held, ...read.tags])].slice(0, MAX_TAGS)),
    aliases: JSON.stringify(read.aliases),
    left_out: JSON.stringify(read.leftOut),
    author: read.author ?? there.author,
    url: read.url ?? there.url,
    created_at: read.createdAt ?? there.created_at,
    created_on: read.createdAt === null ? there.created_on : read.createdOn,
    import_hash: hash,
  };
  await updateSource(trx, dependencies, { person, sourceId: id, columns, facts, at });
  return { outcome: 'updated', sourceId: id, before: beforeUpdate(there) };
}

async function storeHash(
  trx: Transaction<LibraryTables>,
  { person, id }: { person: string; id: string },
  columns: { import_key?: string; import_hash: string },
): Promise<void> {
  await trx.updateTable('sources').set(columns).where('id', '=', id).where('person_id', '=', person).execute();
}

function problemOf(content: string, text: string): LibraryProblem | null {
  if (isDocument(text))
    return { message: 'It is a PDF or RTF, and not a text.', remedy: 'Name it .pdf or .rtf, and add it again.' };
  if (isBlank(content)) return { message: 'It is empty.', remedy: '' };
  if (content.length <= MAX_CONTENT) return null;
  return { message: 'It has more than 10 million characters.', remedy: 'Divide it into several files.' };
}
