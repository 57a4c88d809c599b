import { createHash } from 'node:crypto';

import { type Kysely, sql } from 'kysely';

import type { AnyTables, PersonData, Row } from './person-data.ts';

interface CheckedFiles {
  readonly files: number;
  readonly damaged: readonly DamagedFile[];
}

interface DamagedFile {
  readonly table: string;
  readonly name: string;
}

/** Compares every file in the database with its stored size, and with its hash if that was stored. */
export async function checkFiles(read: Kysely<AnyTables>, slices: readonly PersonData[]): Promise<CheckedFiles> {
  const damaged: DamagedFile[] = [];
  let files = 0;
  for (const { table, key, stored } of tablesWithFiles(slices)) {
    const listed = await read.selectFrom(table).select(key).orderBy(key).execute();
    files += listed.length;
    for (const row of listed) {
      const one = read
        .selectFrom(table)
        .selectAll()
        .where(key, '=', row[key] ?? null);
      const file: Row | null | undefined = await one.executeTakeFirst().catch(() => null);
      if (file === undefined) continue;
      if (file === null || !(await isWhole(file, stored.hashOf(read, file))))
        damaged.push({ table, name: stored.nameOf(file ?? row) });
    }
  }
  return { files, damaged };
}

/** The first file of each table whose size differs. Reads no file of the right size. */
export async function filesOfOtherSize(
  read: Kysely<AnyTables>,
  slices: readonly PersonData[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { table, stored } of tablesWithFiles(slices)) {
    const cut = read
      .selectFrom(table)
      .selectAll()
      .where(sql<number>`length(bytes)`, '<>', sql<number>`size`);
    names.push(...(await cut.limit(1).execute()).map((row) => stored.nameOf(row)));
  }
  return names;
}

function tablesWithFiles(slices: readonly PersonData[]) {
  return slices.flatMap(({ tables = {} }) =>
    Object.entries(tables).flatMap(([table, { key, files }]) =>
      files ? [{ table, key: key[0] ?? '', stored: files }] : [],
    ),
  );
}

async function isWhole({ bytes, size }: Row, given: Promise<string | null>): Promise<boolean> {
  const hash = await given;
  if (!(bytes instanceof Uint8Array) || bytes.byteLength !== size) return false;
  return hash === null || createHash('sha256').update(bytes).digest('hex') === hash;
}
