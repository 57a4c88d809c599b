/**
 * Writes `fixtures/databases/NAME.sqlite`, a small database of the current version, where NAME is the latest migration
 * and `NAME.ts` beside it has its rows. Run once for each migration, before its release:
 *
 *     npm run warren -- -x node tools/make-database-fixture.ts [--force]
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openSqlite } from '#platform/database/engines/sqlite.ts';

import { migrations } from '../migrations/index.ts';

const name = Object.keys(migrations).at(-1) ?? '';
const folder = path.join(import.meta.dirname, '../fixtures/databases');
const file = path.join(folder, `${name}.sqlite`);
if (existsSync(file) && !process.argv.includes('--force')) {
  console.error(`${file} already exists, and a released version must not change. Use --force if it was not released.`);
  process.exit(1);
}
const { rows } = (await import(path.join(folder, `${name}.ts`))) as { rows: Record<string, Record<string, never>> };

rmSync(file, { force: true });
await (await openSqlite(file)).close();
const database = new DatabaseSync(file);
for (const [table, row] of Object.entries(rows)) {
  const columns = Object.keys(row);
  const marks = columns.map(() => '?').join(', ');
  database.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`).run(...Object.values(row));
}
// Leaves one file without a write-ahead log.
database.exec('pragma journal_mode = delete; pragma page_size = 512; vacuum');
database.close();
console.log(`Wrote ${file}`);
