import { mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

import { ExportFiles } from './export-files.ts';
import { exportTable } from './export-table.ts';
import { FORMAT, FORMAT_VERSION, type Manifest, MANIFEST } from './manifest.ts';
import type { AnyTables, ExportedPerson, PersonData } from './person-data.ts';
import { readme } from './readme.ts';

export interface ExportRequest {
  /** The person's id. */
  readonly person: string;
  /** A new or empty folder. */
  readonly directory: string;
  /** The data folder. */
  readonly home: string;
  /** What each slice exports. */
  readonly slices: readonly PersonData[];
  /** In ms. */
  readonly now: number;
}

/**
 * Writes everything of a person into a folder, from one snapshot of the database, without holding much of it in memory.
 * The snapshot occupies the reading connection of an SQLite store until the export is complete: pass one of your own.
 */
export async function exportPerson(store: Pick<Database<object>, 'read'>, request: ExportRequest): Promise<Manifest> {
  await makeEmpty(request.directory);
  const snapshot = store.read.transaction().setIsolationLevel('repeatable read');
  return snapshot.execute((trx) => write(trx as unknown as Kysely<AnyTables>, request));
}

async function write(read: Kysely<AnyTables>, request: ExportRequest): Promise<Manifest> {
  const { directory, home, slices, now } = request;
  const person = await read.selectFrom('people').select(['id', 'name']).where('id', '=', request.person).execute();
  const [found] = person as { id: string; name: string }[];
  if (!found) throw new AppError('not-found', 'There is no such person.');
  const files = new ExportFiles(directory, home);
  const of: ExportedPerson = { read, person: found.id, home };
  const tables: Record<string, number> = {};
  await files.write('README.md', [
    readme(
      found.name,
      slices.flatMap(({ leftOut = {} }) => Object.entries(leftOut)),
    ),
  ]);
  for (const slice of slices)
    for (const entry of Object.entries(slice.tables ?? {})) tables[entry[0]] = await exportTable(files, of, entry);
  for (const slice of slices) await slice.writeFiles?.(files, of);
  const manifest: Manifest = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    schema: await schemaOf(read),
    exportedAt: now,
    person: found,
    tables,
    files: files.written,
  };
  await writeManifest(directory, manifest);
  return manifest;
}

async function makeEmpty(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error;
    throw new AppError(
      'refused',
      `${directory} cannot be made: there is a file in its place. Name a new or an empty folder.`,
      {
        reason: 'not-a-folder',
        cause: error,
      },
    );
  });
  if ((await readdir(directory)).length > 0)
    throw new AppError('refused', `${directory} is not empty. Name a new or an empty folder.`, { reason: 'not-empty' });
}

async function schemaOf(read: Kysely<AnyTables>): Promise<string> {
  const [latest] = await read.selectFrom('kysely_migration').select('name').orderBy('name', 'desc').limit(1).execute();
  return String(latest?.['name']);
}

async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const target = path.join(directory, MANIFEST);
  const handle = await open(`${target}.part`, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${target}.part`, target);
}
