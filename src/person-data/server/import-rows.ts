import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { checkRow } from './check-row.ts';
import { tableFile } from './manifest.ts';
import type { AnyTables, PersonData, PersonTable, Row } from './person-data.ts';
import { damaged, type ReadExport } from './read-export.ts';

/** Maximum number of values in one statement: both engines have a limit. */
const MAX_VALUES = 5_000;
/** Maximum number of characters in one statement, so that large texts are not in memory together. */
const MAX_CHARACTERS = 4_000_000;

interface Given extends ReadExport {
  /** Whether the tables of this version wrote it. */
  readonly isCurrent: boolean;
}

/** Validates and writes the rows of an export, table by table in the order of the slices. */
export async function importRows(trx: Kysely<AnyTables>, given: Given, slices: readonly PersonData[]): Promise<void> {
  const columns = await columnsOf(trx);
  for (const slice of slices)
    for (const [name, table] of Object.entries(slice.tables ?? {})) {
      const expected = given.manifest.tables[name];
      if (expected === undefined) continue;
      const target = { name, table, columns: columns.get(name) ?? new Map<string, Column>() };
      const rows = await importTable(trx, given, target);
      if (rows !== expected) throw damaged(tableFile(name), `it has ${rows} rows and not ${expected}`);
    }
}

interface Target {
  readonly name: string;
  readonly table: PersonTable;
  readonly columns: ReadonlyMap<string, Column>;
}

/** A column as the database declares it. */
interface Column {
  readonly dataType: string;
  readonly isNullable: boolean;
}

async function importTable(trx: Kysely<AnyTables>, given: Given, target: Target): Promise<number> {
  const file = tableFile(target.name);
  const lines = createInterface({
    input: createReadStream(path.join(given.directory, ...file.split('/')), 'utf8'),
    crlfDelay: Infinity,
  });
  let held: Row[] = [];
  let characters = 0;
  let count = 0;
  const flush = async () => {
    if (held.length === 0) return;
    await trx
      .insertInto(target.name)
      .values(held)
      .execute()
      .catch((error: unknown) => {
        // The database failed, not the rows.
        if (error instanceof AppError) throw error;
        const range = `lines ${count - held.length + 1} to ${count}`;
        throw damaged(file, `${range} do not fit the database (${(error as Error).message})`, error);
      });
    held = [];
    characters = 0;
  };
  for await (const line of lines) {
    count += 1;
    const row = await readRow(given, target, { line, at: `line ${count}` });
    held.push(row);
    characters += line.length;
    const isFull = (held.length + 1) * Object.keys(row).length > MAX_VALUES;
    if (isFull || characters > MAX_CHARACTERS || target.table.fileOf) await flush();
  }
  await flush();
  return count;
}

async function readRow(given: Given, target: Target, { line, at }: { line: string; at: string }): Promise<Row> {
  const { name, table, columns } = target;
  const { owner = 'person_id', leftOut = {} } = table;
  const wrong = (what: string) => damaged(tableFile(name), `${at}: ${what}`);
  const row: Record<string, string | number | null | Uint8Array> = {};
  for (const [column, value] of Object.entries(objectIn(line) ?? refuse(wrong('it is not a JSON object')))) {
    const declared = columns.get(column);
    if (!declared || column in leftOut) throw wrong(`there is no column ${column}`);
    const found = await valueIn(given, value, () => wrong(`${column} is not a value`));
    if (!fits(found, declared))
      throw wrong(`${column} is not ${found === null ? 'there' : `of the type ${declared.dataType}`}`);
    row[column] = found;
  }
  if (row[owner] !== given.manifest.person.id) throw wrong(`${owner} is not the person of the export`);
  const checked = checkRow(table, row, given.isCurrent);
  if (typeof checked === 'string') throw wrong(checked);
  const made = Object.entries(leftOut).flatMap(([column, make]) => (make === null ? [] : [[column, make()]]));
  return { ...checked, ...Object.fromEntries(made) };
}

async function valueIn(given: ReadExport, value: unknown, wrong: () => Error) {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  const file = typeof value === 'object' && 'file' in value ? value.file : undefined;
  const listed = given.manifest.files.some((each) => each.path === file);
  if (typeof file !== 'string' || !listed) throw wrong();
  return readFile(path.join(given.directory, ...file.split('/')));
}

function objectIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refuse(error: Error): never {
  throw error;
}

/** Whether a value fits the type of its column: SQLite would accept a text in place of a number. */
function fits(value: string | number | null | Uint8Array, { dataType, isNullable }: Column): boolean {
  if (value === null) return isNullable;
  if (/big|int8/i.test(dataType)) return Number.isSafeInteger(value);
  // The range of an integer in PostgreSQL.
  if (/int/i.test(dataType)) return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
  if (/text|char/i.test(dataType)) return typeof value === 'string' && !value.includes('\0');
  if (/blob|bytea/i.test(dataType)) return value instanceof Uint8Array;
  return !/real|float|double|numeric/i.test(dataType) || Number.isFinite(value);
}

async function columnsOf(trx: Kysely<AnyTables>): Promise<ReadonlyMap<string, ReadonlyMap<string, Column>>> {
  const tables = await trx.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, new Map(columns.map((column) => [column.name, column]))]));
}
