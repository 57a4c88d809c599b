import type { Transaction } from 'kysely';

import { type FileToKeep, storeFile } from '../../sources/server/files/add-file.ts';
import {
  insertSources,
  type NewSourceRow,
  type SourceColumns,
  updateSource,
} from '../../sources/server/writing/write-source.ts';
import type { LibraryProblem } from '../../storage/protocol.ts';
import type { LibraryDependencies, TextFacts } from '../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { importKey } from '../domain/imported.ts';
import type { ImportResult } from '../protocol.ts';
import { bucketByName, bucketNameFor } from './bucket-by-name.ts';
import { findImported, findSame, type ImportedRow } from './find-imported.ts';
import type { ImportThread } from './import-thread.ts';
import { type Before, beforeUpdate, recordChanges, type Run } from './run-changes.ts';

export type ImportDependencies = Pick<
  LibraryDependencies,
  'database' | 'undo' | 'now' | 'settledNow' | 'newId' | 'onTextWritten' | 'notify' | 'wakeIngestion' | 'texts'
> & { readonly importThread: ImportThread };

type Columns = 'kind' | 'title' | 'url' | 'content' | 'state';

/** A file of an import, with the values to write if it is new or has changed. */
export interface FileToImport {
  readonly path: string;
  /** Ms since the epoch; 0 if unknown. */
  readonly modifiedAt: number;
  readonly hash: string;
  /** The reason why it cannot become a source. */
  readonly problem: LibraryProblem | null;
  readonly added: Pick<NewSourceRow, Columns> & Partial<NewSourceRow>;
  readonly changed: (there: ImportedRow) => SourceColumns;
  /** Facts about a text. A source with the same title and text is taken for this file. */
  readonly facts?: TextFacts;
  /** The bytes of a file that is read in the background. */
  readonly toKeep?: FileToKeep;
}

interface FilesToImport {
  readonly run: Run;
  /** A name, or null for the inbox. If undefined, each top-level folder becomes a bucket. */
  readonly bucket: string | null | undefined;
  readonly files: readonly FileToImport[];
}

/** Adds files, or updates the sources of earlier imports of them. */
export async function writeImported(
  trx: Transaction<LibraryTables>,
  dependencies: ImportDependencies,
  { run, bucket, files }: FilesToImport,
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
  for (const file of files) {
    const { before, ...result } = await writeOne(trx, dependencies, { file, run, bucketIdFor });
    results.push({ path: file.path, problem: null, ...result });
    if (before !== undefined && result.sourceId !== null)
      sources.push({ id: result.sourceId, before, hash: file.hash });
  }
  await recordChanges(trx, dependencies, { run, changes: { buckets: added, sources } });
  return results;
}

interface One {
  readonly file: FileToImport;
  readonly run: Run;
  readonly bucketIdFor: (path: string) => Promise<string | null>;
}

/** `before` is present for a change. */
type Outcome = Pick<ImportResult, 'outcome' | 'sourceId'> & { problem?: LibraryProblem; before?: Before | null };

async function writeOne(
  trx: Transaction<LibraryTables>,
  dependencies: ImportDependencies,
  { file, run, bucketIdFor }: One,
): Promise<Outcome> {
  const { person, at } = run;
  const { hash, facts, problem, added } = file;
  const key = importKey(run.name, file.path);
  const there = (await findImported(trx, person, [key])).get(key);
  if (there?.import_hash === hash) return { outcome: 'unchanged', sourceId: there.id };
  if (problem) return { outcome: 'refused', sourceId: null, problem };
  if (there) return update(trx, dependencies, { file, run, there });

  const same = facts && (await findSame(trx, person, { title: added.title, contentHash: facts.hash }));
  if (same !== undefined) {
    await storeHash(trx, { person, id: same }, { import_key: key, import_hash: hash });
    return { outcome: 'unchanged', sourceId: same };
  }
  const id = dependencies.newId();
  await insertSources(trx, dependencies, [
    {
      id,
      person_id: person,
      origin: 'file',
      bucket_id: await bucketIdFor(file.path),
      created_at: file.modifiedAt > 0 ? Math.min(file.modifiedAt, at) : at,
      added_at: at,
      import_key: key,
      import_hash: hash,
      ...added,
      ...(facts && { facts }),
    },
  ]);
  if (file.toKeep) await storeFile(trx, { person, sourceId: id }, file.toKeep);
  return { outcome: 'added', sourceId: id, before: null };
}

/**
 * Updates the source of a changed file. A source that the person has edited since remains as it is; the same change is
 * not reported again.
 */
async function update(
  trx: Transaction<LibraryTables>,
  dependencies: ImportDependencies,
  { file, run, there }: Omit<One, 'bucketIdFor'> & { readonly there: ImportedRow },
): Promise<Outcome> {
  const { person, at } = run;
  const { id } = there;
  const columns = { import_hash: file.hash };
  if (there.edited_at !== null) {
    await storeHash(trx, { person, id }, columns);
    return { outcome: 'kept', sourceId: id };
  }
  const owned = { person, sourceId: id };
  const changed = { ...file.changed(there), ...columns };
  await updateSource(trx, dependencies, { ...owned, columns: changed, facts: file.facts, at });
  if (file.toKeep) await storeFile(trx, owned, file.toKeep);
  return { outcome: 'updated', sourceId: id, before: beforeUpdate(there) };
}

async function storeHash(
  trx: Transaction<LibraryTables>,
  { person, id }: { person: string; id: string },
  columns: { import_key?: string; import_hash: string },
): Promise<void> {
  await trx.updateTable('sources').set(columns).where('id', '=', id).where('person_id', '=', person).execute();
}
