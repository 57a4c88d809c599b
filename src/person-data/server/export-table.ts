import { assert } from '#kernel/assert.ts';

import { jsonLine } from '../domain/json-line.ts';
import type { ExportFiles } from './export-files.ts';
import { tableFile } from './manifest.ts';
import type { ExportedPerson, PersonTable, Row } from './person-data.ts';
import { rowsOf } from './rows.ts';

/** Writes a person's rows of a table, one JSON object a line, and their bytes as files. Returns their number. */
export async function exportTable(
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
