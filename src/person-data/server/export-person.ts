import { mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import { assert } from '#kernel/assert.ts';
import { AppError } from '#wire/error-kind.ts';

import { jsonLine } from '../domain/json-line.ts';
import { ExportFiles } from './export-files.ts';
import { FORMAT, FORMAT_VERSION, type Manifest, MANIFEST, tableFile } from './manifest.ts';
import type { AnyTables, ExportedPerson, PersonData, PersonTable, Row } from './person-data.ts';
import { rowsOf } from './rows.ts';

export interface ExportRequest {
  readonly person: string;
  /** A new or empty folder. */
  readonly directory: string;
  readonly home: string;
  readonly slices: readonly PersonData[];
  /** In ms. */
  readonly now: number;
}

/**
 * Writes all data of a person into a folder, from one snapshot of the database, without holding much of it in memory.
 * The snapshot occupies the reading connection of an SQLite store until the export is complete: pass a separate one.
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

/** Explains an export to a person who opens its folder without Warren. */
function readme(person: string, leftOut: readonly (readonly [string, string])[]): string {
  return `# Everything of ${person} in Warren

This folder was written by \`warren export --all\`. Its format is version ${FORMAT_VERSION}. All files are UTF-8, and times
are in UTC. It needs no Warren to be read, and \`warren import FOLDER\` makes the same data of it in an empty data folder.

If there is no \`manifest.json\`, the export was interrupted: export again into another folder.

| file or folder | what it holds |
|---|---|
| \`manifest.json\` | the version of the format, the number of rows, and size and SHA-256 of every file; written last |
| \`account/\` | preferences and the rules of voices |
| \`recall/\` | sets with their points, and the log of reviews, as CSV and as JSON |
| \`sessions/\` | conversations, as Markdown and as JSON |
| \`library/\` | sources as Markdown with front matter; under \`files\` what they were read from |
| \`drafts/\` | drafts with all their versions, as Markdown |
| \`terminals/\` | recordings of terminals (\`.cast\`, for asciinema), and files that were given in chats |
| \`data/\` | the rows of the database, one JSON object a line (times in milliseconds since 1970): what an import reads |

What a session has not revealed yet stays out of \`sessions/\`. It is in \`data/\`, because an import needs it.

## What is not in it

There is no secret in it: no token, no sign-in, and no key of a model provider. Give the keys again after an import.

${leftOut.map(([table, reason]) => `- \`${table}\`: ${reason}`).join('\n')}
`;
}

/** Writes a person's rows of a table, one JSON object per line, and their bytes as files. Returns their number. */
async function exportTable(
  files: ExportFiles,
  { read, person }: ExportedPerson,
  [name, table]: readonly [string, PersonTable],
): Promise<number> {
  let rows = 0;
  await files.write(tableFile(name), lines());
  return rows;

  async function* lines(): AsyncGenerator<string> {
    for await (const row of rowsOf(read, { name, table, person })) {
      if (table.isLeftOut?.(row) === true) continue;
      rows += 1;
      yield jsonLine(await exported(files, table, row));
    }
  }
}

async function exported(files: ExportFiles, table: PersonTable, row: Row): Promise<object> {
  const values: [string, unknown][] = [];
  for (const column of Object.keys(row).toSorted()) {
    const value = row[column];
    if (table.leftOut && column in table.leftOut) continue;
    if (value instanceof Uint8Array) {
      assert(table.fileOf, `a table with bytes says where they go: ${column}`);
      const file = table.fileOf(row);
      await files.write(file, [value]);
      values.push([column, { file }]);
    } else values.push([column, value]);
  }
  return Object.fromEntries(values);
}
